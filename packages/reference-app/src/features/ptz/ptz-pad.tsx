import type { PtzAbilities, PtzVelocity } from '@watchpost/sdk-core';
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, House, Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PtzGestureController } from './inputs/ptz-gesture-controller.ts';
import { HoldButton } from './ptz-hold-button.tsx';
import { rest, scaled } from './inputs/ptz-inputs.ts';
import { text } from './ptz-texts.ts';

interface PadProps {
  readonly abilities: PtzAbilities;
  readonly controller: PtzGestureController;
  /** Speed, 0–1. */
  readonly speed: number;
  readonly disabled: boolean;
  readonly onHome: () => void;
}

const turns = [
  { name: 'up', axis: 'canTilt', velocity: { ...rest, tilt: 1 }, Icon: ChevronUp },
  { name: 'left', axis: 'canPan', velocity: { ...rest, pan: -1 }, Icon: ChevronLeft },
  { name: 'right', axis: 'canPan', velocity: { ...rest, pan: 1 }, Icon: ChevronRight },
  { name: 'down', axis: 'canTilt', velocity: { ...rest, tilt: -1 }, Icon: ChevronDown },
] as const;
const zooms = [
  { name: 'zoomIn', velocity: { ...rest, zoom: 1 }, Icon: Plus },
  { name: 'zoomOut', velocity: { ...rest, zoom: -1 }, Icon: Minus },
] as const;

/** Buttons for the movements that this camera supports, active while held. */
export function PtzPad({ abilities, controller, speed, disabled, onHome }: PadProps): ReactNode {
  const holding = (velocity: PtzVelocity) => ({
    onHold: () => controller.hold('buttons', scaled(velocity, speed)),
    onRelease: () => controller.hold('buttons', rest),
  });
  return (
    <div className="ptz-pad">
      {abilities.canPan || abilities.canTilt ? (
        <div className="ptz-turn">
          {turns
            .filter(({ axis }) => abilities[axis])
            .map(({ name, velocity, Icon }) => (
              <HoldButton key={name} label={text(name)} className={`ptz-key ptz-${name}`} disabled={disabled} {...holding(velocity)}>
                <Icon size={24} />
              </HoldButton>
            ))}
          {abilities.hasHome ? (
            <button
              type="button"
              className="ptz-key ptz-home"
              aria-label={text('home')}
              title={text('home')}
              disabled={disabled}
              onClick={onHome}
            >
              <House size={22} />
            </button>
          ) : null}
        </div>
      ) : null}
      {abilities.canZoom ? (
        <div className="ptz-zoom">
          {zooms.map(({ name, velocity, Icon }) => (
            <HoldButton key={name} label={text(name)} className="ptz-key" disabled={disabled} {...holding(velocity)}>
              <Icon size={24} />
            </HoldButton>
          ))}
        </div>
      ) : null}
    </div>
  );
}

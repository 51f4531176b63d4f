import { useSignals } from '@preact/signals-react/runtime';
import { errorText } from '@watchpost/sdk-core';
import type { Ptz, PtzAbilities, PtzTarget } from '@watchpost/sdk-core';
import { Gamepad2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Slider } from '../../shared/ui/choice.tsx';
import { usePtzGamepad } from './inputs/ptz-gamepad.ts';
import { usePtzKeyboard } from './inputs/ptz-keyboard.ts';
import { usePtzSteering } from './inputs/ptz-steering.ts';
import type { Steered } from './inputs/ptz-steering.ts';
import { PtzPad } from './ptz-pad.tsx';
import { PtzPatrol } from './ptz-patrol.tsx';
import { PtzPresets } from './ptz-presets.tsx';
import { showPtzFailure, usePtzChanges, usePtzRefresh } from './ptz-queries.ts';
import { PtzSkeleton } from './ptz-skeleton.tsx';
import { PtzStage } from './ptz-stage.tsx';
import { text } from './ptz-texts.ts';

interface ControlsProps {
  readonly cameraId: string;
  readonly ptz: Ptz;
  readonly abilities: PtzAbilities;
  /** Whether the user can also save and remove presets, and set the patrol and the home position. */
  readonly canConfigure: boolean;
}

/** Shows all PTZ controls that this camera supports. */
export function PtzControls(props: ControlsProps): ReactNode {
  const steered = usePtzSteering(props.cameraId, props.abilities);
  return steered ? <Steering {...props} {...steered} /> : <PtzSkeleton />;
}

function Steering({ cameraId, ptz, abilities, canConfigure, steering, controller }: ControlsProps & Steered): ReactNode {
  useSignals();
  const state = steering.state.value;
  const [speed, setSpeed] = useState(0.5);
  const changes = usePtzChanges(cameraId);
  const refresh = usePtzRefresh(cameraId);
  const isTaken = ptz.steering === 'other';

  const refused = state.kind === 'refused' ? state.error : null;
  useEffect(() => {
    if (refused?.code === 'camera-steered') refresh();
  }, [refused, refresh]);

  const go = useCallback(
    (target: PtzTarget): void => {
      steering.go(target).catch((error: unknown) => {
        if (error instanceof Error) showPtzFailure(error);
      });
    },
    [steering],
  );
  const goHome = useCallback(() => {
    if (abilities.hasHome) go({ kind: 'home' });
  }, [go, abilities.hasHome]);
  const presetAt = ptz.presets.map(({ id }) => id).join('\n');
  const goToPreset = useCallback(
    (number: number): void => {
      const presetId = presetAt.split('\n')[number - 1];
      if (presetId !== undefined && presetId !== '') go({ kind: 'preset', presetId });
    },
    [go, presetAt],
  );
  usePtzKeyboard({ isOff: isTaken, controller, speed, onHome: goHome, onPreset: goToPreset });
  const hasGamepad = usePtzGamepad(isTaken, controller);
  const canTurn = abilities.canPan || abilities.canTilt;

  return (
    <div className="ptz-body">
      <div className="ptz-main">
        <PtzStage cameraId={cameraId} abilities={abilities} controller={controller} speed={speed} disabled={isTaken}>
          <p className="ptz-state" role="status">
            {isTaken ? (
              <span className="ptz-badge">{text('taken')}</span>
            ) : state.kind === 'moving' ? (
              <span className="ptz-badge on">{text('moving')}</span>
            ) : null}
          </p>
        </PtzStage>
        <div className="ptz-note ptz-hint">
          {isTaken ? <p>{text('takenText')}</p> : null}
          {!isTaken && canTurn ? <p>{text('dragHint')}</p> : null}
          {!isTaken && abilities.canZoom ? <p className="ptz-of-mouse">{text('wheelHint')}</p> : null}
        </div>
      </div>
      <div className="ptz-side">
        <section className="ptz-part" aria-labelledby="ptz-steer">
          <div className="ptz-head">
            <h2 id="ptz-steer">{text('steer')}</h2>
            {hasGamepad ? (
              <span className="ptz-note ptz-gamepad">
                <Gamepad2 size={20} />
                {text('gamepad')}
              </span>
            ) : null}
          </div>
          <PtzPad abilities={abilities} controller={controller} speed={speed} disabled={isTaken} onHome={goHome} />
          <Slider
            label={text('speed')}
            value={speed * 100}
            minimum={10}
            maximum={100}
            step={10}
            format={(share) => text('speedOfKeys', { share })}
            onValue={(share) => setSpeed(share / 100)}
          />
          <p className="ptz-problem" role="alert">
            {refused && !isTaken ? errorText(refused, currentLocale()) : null}
          </p>
        </section>
        <PtzPresets
          ptz={ptz}
          mostPresets={abilities.mostPresets}
          canSetHome={abilities.canSetHome && canConfigure}
          canConfigure={canConfigure}
          disabled={isTaken}
          changes={changes}
          onGo={go}
        />
        {canConfigure && ptz.presets.length > 1 ? <PtzPatrol ptz={ptz} setPatrol={changes.setPatrol} /> : null}
      </div>
    </div>
  );
}

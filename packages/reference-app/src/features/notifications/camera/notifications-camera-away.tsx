import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Switch } from '../../../shared/ui/choice.tsx';
import { usePresence } from './notifications-camera-queries.ts';
import { text } from './notifications-camera-texts.ts';

interface AwayChoiceProps {
  readonly cameraId: string;
  /** Undefined until it is known. */
  readonly isOn: boolean | undefined;
  readonly onChoose: (isOn: boolean) => void;
}

/** Alerts only while nobody is home, for all event types of the camera, and who is home now. */
export function AwayChoice({ cameraId, isOn, onChoose }: AwayChoiceProps): ReactNode {
  const { place, isSaving, set } = usePresence(cameraId);
  return (
    <div className="alerts-away">
      <Switch
        end
        label={text('away.label')}
        description={isOn && place ? text(`away.${place.presence}`) : text('away.description')}
        checked={isOn === true}
        disabled={isOn === undefined}
        onChange={onChoose}
      />
      {isOn && place ? (
        <div>
          <Button size="s" busy={isSaving} onClick={() => set(place.presence === 'home' ? 'away' : 'home')}>
            {text(place.presence === 'home' ? 'away.setAway' : 'away.setHome')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

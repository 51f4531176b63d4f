import { formatMoment } from '@watchpost/sdk-core';
import type { PlacePresence } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { useServerNow } from '../../../shared/live/capabilities.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Switch } from '../../../shared/ui/choice.tsx';
import { usePresence } from './notifications-camera-queries.ts';
import type { AlertType } from './notifications-camera-queries.ts';
import { text } from './notifications-camera-texts.ts';
import { typesName } from './notifications-camera-types.ts';

interface AwayChoiceProps {
  readonly cameraId: string;
  /** Undefined until it is known. */
  readonly isOn: boolean | undefined;
  /** The types that it leaves as they are. */
  readonly alarms: readonly AlertType[];
  readonly onChoose: (isOn: boolean) => void;
}

/** Alerts only while nobody is home, for all event types of the camera but alarms, and who is home now. */
export function AwayChoice({ cameraId, isOn, alarms, onChoose }: AwayChoiceProps): ReactNode {
  const { place, isSaving, set } = usePresence(cameraId);
  const now = useServerNow()();
  return (
    <div className="alerts-away">
      <Switch
        end
        label={text('away.label')}
        description={[
          isOn && place ? presenceText(place, now) : text('away.description'),
          ...(alarms.length > 0 ? [text('notChanged', { alarms: typesName(alarms) })] : []),
        ].join(' ')}
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

function presenceText({ presence, changedAt }: PlacePresence, now: number): string {
  if (changedAt === null) return text(`away.${presence}`);
  return text(`away.since.${presence}`, { time: formatMoment(changedAt, now, { locale: currentLocale() }) });
}

import type { Camera } from '@watchpost/sdk-core';
import { CameraPlayer, WatchpostProvider } from '@watchpost/widgets/react';
import { Calendar } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../shared/browser/hooks.ts';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { dayOf, dayText, knownZone } from './cameras-time.ts';
import type { CameraMoment } from './cameras-time.ts';

interface StageProps {
  readonly cameraId: string;
  readonly camera: Camera | undefined;
  readonly moment: CameraMoment;
  readonly onMoment: (moment: CameraMoment) => void;
}

/** The player with its timeline, and the day that is being watched. It starts before the camera's name is known. */
export function CameraStage({ cameraId, camera, moment, onMoment }: StageProps): ReactNode {
  const [shown, setShown] = useState<CameraMoment>(moment);
  return (
    <div className="stage">
      <WatchpostProvider client={useClient()} locale={currentLocale()}>
        <CameraPlayer
          cameraId={cameraId}
          time={moment}
          timeline
          controls
          autoplay
          muted
          onTimeChange={(next) => {
            setShown(next);
            onMoment(next);
          }}
        />
      </WatchpostProvider>
      <DayLabel moment={shown} timeZone={knownZone(camera?.timeZone ?? '')} />
    </div>
  );
}

function DayLabel({ moment, timeZone }: { moment: CameraMoment; timeZone: string }): ReactNode {
  const { t } = useTranslation();
  const now = useNow(30_000);
  const time = moment === 'live' ? now : moment;
  const date = dayText(time, now, currentLocale(), timeZone);
  const day = dayOf(time, now, timeZone);
  return (
    <p className="stage-day">
      <Calendar size={18} />
      {day === 'today' ? t('cameras.today', { date }) : day === 'yesterday' ? t('cameras.yesterday', { date }) : date}
    </p>
  );
}

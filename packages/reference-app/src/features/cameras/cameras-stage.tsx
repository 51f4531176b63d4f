import { CameraPlayer, WatchpostProvider } from '@watchpost/widgets/react';
import type { ReactNode } from 'react';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import type { CameraMoment } from './cameras-time.ts';

interface StageProps {
  readonly cameraId: string;
  readonly moment: CameraMoment;
  readonly onMoment: (moment: CameraMoment) => void;
}

/** The player with its timeline. It starts before the camera's name is known. */
export function CameraStage({ cameraId, moment, onMoment }: StageProps): ReactNode {
  return (
    <div className="stage">
      <WatchpostProvider client={useClient()} locale={currentLocale()}>
        <CameraPlayer cameraId={cameraId} time={moment} timeline controls autoplay muted onTimeChange={onMoment} />
      </WatchpostProvider>
    </div>
  );
}

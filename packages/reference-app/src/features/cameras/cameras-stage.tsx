import { CameraPlayer, WatchpostProvider } from '@watchpost/widgets/react';
import type { ReactNode } from 'react';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import type { Moment } from './cameras-moment.ts';

interface StageProps {
  readonly cameraId: string;
  readonly moment: Moment;
}

/** The player with its timeline. It starts before the camera's name is known. */
export function CameraStage({ cameraId, moment }: StageProps): ReactNode {
  return (
    <div className="stage">
      <WatchpostProvider client={useClient()} locale={currentLocale()}>
        <CameraPlayer
          cameraId={cameraId} time={moment.asked} timeline controls autoplay muted
          onTimeChange={moment.onGo} onPosition={moment.onFollow} onStateChange={({ kind }) => kind === 'live' && moment.onFollow('live')}
        />
      </WatchpostProvider>
    </div>
  );
}

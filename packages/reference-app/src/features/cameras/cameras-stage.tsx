import { CameraPlayer, WatchpostProvider } from '@watchpost/widgets/react';
import type { TimelineEvent } from '@watchpost/widgets/react';
import type { ReactNode } from 'react';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import type { Moment } from './cameras-moment.ts';

/** A recording starts so much before the event, ms: what led to it is part of it. */
const leadIn = 2000;

interface StageProps {
  readonly cameraId: string;
  readonly moment: Moment;
  /** What happened, for the line of time. */
  readonly marks: readonly TimelineEvent[];
}

/** The player with its timeline. It starts before the camera's name is known. */
export function CameraStage({ cameraId, moment, marks }: StageProps): ReactNode {
  return (
    <div className="stage">
      <WatchpostProvider client={useClient()} locale={currentLocale()}>
        <CameraPlayer
          cameraId={cameraId} time={moment.asked} timeline controls autoplay muted events={marks} onEvent={({ at }) => moment.onGo(at - leadIn)}
          onTimeChange={moment.onGo} onPosition={moment.onFollow} onStateChange={({ kind }) => kind === 'live' && moment.onFollow('live')}
        />
      </WatchpostProvider>
    </div>
  );
}

import { CameraPlayer, WatchpostProvider } from '@watchpost/widgets/react';
import type { CameraPlayerProps } from '@watchpost/widgets/react';
import type { ReactNode } from 'react';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import type { Moment } from './cameras-moment.ts';

/** Playback starts this long before the event, ms, to show what led to it. */
const leadInMs = 2000;

interface StageProps extends Pick<CameraPlayerProps, 'timelineProps' | 'onMark' | 'onReady' | 'onShortcuts'> {
  readonly cameraId: string;
  readonly moment: Moment;
}

/** The player with its timeline. It starts before the camera's name is known. */
export function CameraStage({ cameraId, moment, timelineProps, ...rest }: StageProps): ReactNode {
  return (
    <WatchpostProvider client={useClient()} locale={currentLocale()}>
      <CameraPlayer
        {...rest}
        cameraId={cameraId}
        time={moment.asked}
        timeline
        controls
        autoplay
        muted
        report="server"
        events={timelineProps?.events}
        onEvent={({ at }) => moment.onGo(at - leadInMs)}
        timelineProps={timelineProps ?? {}}
        onTimeChange={moment.onGo}
        onPosition={moment.onFollow}
        onStateChange={({ kind }) => kind === 'live' && moment.onFollow('live')}
      />
    </WatchpostProvider>
  );
}

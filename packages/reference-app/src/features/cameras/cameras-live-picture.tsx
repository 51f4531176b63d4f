import { CameraPlayer, WatchpostProvider } from '@watchpost/widgets/react';
import type { ReactNode } from 'react';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';

/** The camera's live picture without controls; `onLive` reports when moving video is visible. */
export function LivePicture({ cameraId, onLive }: { cameraId: string; onLive: (live: boolean) => void }): ReactNode {
  return (
    <WatchpostProvider client={useClient()} locale={currentLocale()}>
      <CameraPlayer
        cameraId={cameraId}
        time="live"
        controls={false}
        timeline={false}
        autoplay
        muted
        report="server"
        onStateChange={(state) => onLive(state.kind === 'live')}
      />
    </WatchpostProvider>
  );
}

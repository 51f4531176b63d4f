import { CameraPlayer, WatchpostProvider } from '@watchpost/widgets/react';
import type { CameraPlayerHandle } from '@watchpost/widgets/react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../client.tsx';
import { currentLocale } from '../i18n/i18n.ts';

const stageRatio = 16 / 9;

export interface SettingsStageProps {
  readonly cameraId: string;
  /** The overlay, of exactly the picture's size; gets the picture's width divided by its height. */
  readonly children: ReactNode | ((ratio: number) => ReactNode);
  /** Called with the player once it is loaded. */
  readonly onReady?: (player: CameraPlayerHandle) => void;
}

/** The live picture with what is drawn over it. A camera that is offline shows its last picture. */
export function SettingsStage({ cameraId, children, onReady }: SettingsStageProps): ReactNode {
  const stage = useRef<HTMLDivElement>(null);
  const ratio = usePictureRatio(stage);
  const [width, height] = ratio > stageRatio ? [100, (stageRatio / ratio) * 100] : [(ratio / stageRatio) * 100, 100];
  return (
    <div className="settings-stage" ref={stage}>
      <div inert>
        <WatchpostProvider client={useClient()} locale={currentLocale()}>
          <CameraPlayer cameraId={cameraId} time="live" controls={false} report="server" autoplay muted onReady={onReady} />
        </WatchpostProvider>
      </div>
      <div
        className="settings-picture"
        style={{ width: `${width}%`, height: `${height}%`, left: `${(100 - width) / 2}%`, top: `${(100 - height) / 2}%` }}
      >
        {typeof children === 'function' ? children(ratio) : children}
      </div>
    </div>
  );
}

/** Returns the picture's width-to-height ratio; 16:9 until there is a picture. */
function usePictureRatio(stage: { readonly current: HTMLElement | null }): number {
  const [ratio, setRatio] = useState(stageRatio);
  useEffect(() => {
    const { current } = stage;
    const onResize = ({ target }: Event): void => {
      if (target instanceof HTMLVideoElement && target.videoWidth > 0) setRatio(target.videoWidth / target.videoHeight);
    };
    // Media events do not bubble, so they are captured.
    for (const type of ['resize', 'loadedmetadata']) current?.addEventListener(type, onResize, true);
    return () => {
      for (const type of ['resize', 'loadedmetadata']) current?.removeEventListener(type, onResize, true);
    };
  }, [stage]);
  return ratio;
}

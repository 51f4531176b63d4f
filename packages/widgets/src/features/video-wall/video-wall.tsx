import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import type { Camera, ViewerClient, WallArrangement } from '@watchpost/sdk-core';
import { shadowTokens } from '../../element/shadow-tokens.ts';
import { adoptStyles } from '../../element/stylesheets.ts';
import popper from '../../primitives/overlay/popper.css?inline';
import tokens from '../../theme/surface-tokens.css?inline';
import { WallBody } from './parts/wall-body.tsx';
import type { LoadActivity } from './parts/wall-context.tsx';
import { createVideoWall } from './video-wall-controller.ts';
import type { VideoWallController } from './video-wall-controller.ts';
import wallStyles from './video-wall.css?inline';

export interface VideoWallProps {
  /** Null while they are not known yet. */
  readonly cameras: readonly Camera[] | null;
  /** How the wall is arranged; a new value rearranges it. */
  readonly arrangement: WallArrangement;
  /** A person changed it: keep it and give it back. `removed` is the id of a camera that they took off. */
  readonly onArrange?: (next: WallArrangement, removed: string | null) => void;
  /** A client for each camera, where one alone may not see them all: embed tokens open one camera each. */
  readonly clientOf?: ((cameraId: string) => ViewerClient) | undefined;
  /** Movement for the line of time: without it the line has none. Keep it the same function. */
  readonly loadActivity?: LoadActivity | undefined;
  /** Shows an arrow that leads out of the wall. */
  readonly onBack?: () => void;
  /** What to do while there are no cameras. */
  readonly onAddCamera?: () => void;
  /** Whether changes are kept for this device only; the switch is shown when this is given. */
  readonly isDeviceOnly?: boolean | undefined;
  readonly onDeviceOnly?: ((isDeviceOnly: boolean) => void) | undefined;
}

/**
 * Everything at once: live tiles in a layout of one's own, and up to four recordings on one time. Fills its container.
 * @example <VideoWall cameras={cameras} arrangement={{ layout: 'auto', cameraIds: [], cycleSeconds: 0 }} onArrange={keep} />
 */
export function VideoWall(props: VideoWallProps): JSX.Element {
  const { cameras, arrangement, clientOf, loadActivity, onBack, onAddCamera, isDeviceOnly, onDeviceOnly } = props;
  const host = useRef<HTMLDivElement>(null);
  const [wall, setWall] = useState<VideoWallController | null>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    const inShadow = host.current?.getRootNode() instanceof ShadowRoot;
    // First in the list: the page's own values on the element win anyway.
    const letGo = [inShadow && adoptStyles(host.current, shadowTokens(tokens)), adoptStyles(host.current, popper), adoptStyles(host.current, wallStyles)];
    return () => letGo.forEach((release) => release && release());
  }, []);
  useEffect(() => {
    const created = createVideoWall({ arrangement: latest.current.arrangement, cameras: latest.current.cameras, onArrange: (next, removed) => latest.current.onArrange?.(next, removed) });
    setWall(created);
    return () => {
      created.dispose();
      setWall(null);
    };
  }, []);
  useEffect(() => wall?.setCameras(cameras), [wall, cameras]);
  useEffect(() => wall?.setArrangement(arrangement), [wall, arrangement]);
  return (
    <div ref={host} className="wp-wall-host">
      {wall && <WallBody wall={wall} clientOf={clientOf} loadActivity={loadActivity} onBack={onBack} onAddCamera={onAddCamera} isDeviceOnly={isDeviceOnly} onDeviceOnly={onDeviceOnly} />}
    </div>
  );
}

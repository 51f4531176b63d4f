import { useEffect, useRef, useState } from 'react';
import type { JSX, ReactNode } from 'react';
import type { Camera, ViewerClient, WallArrangement } from '@watchpost/sdk-core';
import { useLayoutEffect } from '../../element/layout-effect.ts';
import { shadowTokens } from '../../element/shadow-tokens.ts';
import { adoptStyles } from '../../element/stylesheets.ts';
import popper from '../../primitives/overlay/popper.css?inline';
import tokens from '../../theme/surface-tokens.css?inline';
import type { PlayerState, QualityEvent } from '../player/index.ts';
import { WallBody } from './parts/wall-body.tsx';
import type { LoadActivity } from './parts/wall-context.tsx';
import { createVideoWall } from './video-wall-controller.ts';
import { createVideoWallHandle } from './video-wall-create-handle.ts';
import type { VideoWallHandle } from './video-wall-handle.ts';
import type { VideoWallController } from './video-wall-controller.ts';
import wallStyles from './video-wall.css?inline';

/** Properties of `<VideoWall>`: cameras, arrangement, and what a user changes. */
export interface VideoWallProps {
  /** Added to the outermost element, which also has its own class. */
  readonly className?: string | undefined;
  /** Null until known. */
  readonly cameras: readonly Camera[] | null;
  /** The arrangement of the wall; a new value rearranges it. */
  readonly arrangement: WallArrangement;
  /** The user changed the arrangement: store it and pass it back. `removed` is the id of a camera that was removed. */
  readonly onArrange?: (next: WallArrangement, removed: string | null) => void;
  /** A camera's player changed its state. */
  readonly onStateChange?: ((cameraId: string, state: PlayerState) => void) | undefined;
  /** Playback quality of a camera, for a page's own statistics. */
  readonly onQuality?: ((cameraId: string, event: QualityEvent) => void) | undefined;
  /** Called once the tiles exist: play, pause, seek and sound for buttons of your own. */
  readonly onReady?: ((wall: VideoWallHandle) => void) | undefined;
  /** Reports playback quality of each camera: `server` to the Watchpost server, an `https://` address as a beacon to it. Default: none. */
  readonly report?: 'server' | (string & {}) | undefined;
  /** Over the picture of a camera and under its label: a plate, buttons of your own. Keep it the same function. */
  readonly overlay?: ((camera: Camera) => ReactNode) | undefined;
  /** A client for each camera, if a single one cannot see them all: an embed token opens one camera. */
  readonly clientOf?: ((cameraId: string) => ViewerClient) | undefined;
  /** Loads activity for the timeline, which shows none without it. Keep it the same function. */
  readonly loadActivity?: LoadActivity | undefined;
  /** Shows an arrow that leaves the wall. */
  readonly onBack?: () => void;
  /** Shown without cameras, for example a button. */
  readonly onAddCamera?: () => void;
  /** Whether changes apply to this device only; the switch is shown if this is set. */
  readonly isDeviceOnly?: boolean | undefined;
  readonly onDeviceOnly?: ((isDeviceOnly: boolean) => void) | undefined;
}

/**
 * Shows all cameras: live tiles in a custom layout, and up to four recordings in sync. Fills its container.
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
    const letGo = [
      inShadow && adoptStyles(host.current, shadowTokens(tokens)),
      adoptStyles(host.current, popper),
      adoptStyles(host.current, wallStyles),
    ];
    return () => letGo.forEach((release) => release && release());
  }, []);
  useEffect(() => {
    const created = createVideoWall({
      arrangement: latest.current.arrangement,
      cameras: latest.current.cameras,
      onArrange: (next, removed) => latest.current.onArrange?.(next, removed),
      onState: (id, state) => latest.current.onStateChange?.(id, state),
      onQuality: (id, event) => latest.current.onQuality?.(id, event),
    });
    setWall(created);
    return () => {
      created.dispose();
      setWall(null);
    };
  }, []);
  useEffect(() => wall?.setCameras(cameras), [wall, cameras]);
  useEffect(() => wall?.setArrangement(arrangement), [wall, arrangement]);
  // Effects of the tiles run before this one: their players have joined.
  useEffect(() => void (wall && latest.current.onReady?.(createVideoWallHandle(wall))), [wall]);
  return (
    <div ref={host} className={`wp-wall-host ${props.className ?? ''}`} part="wall">
      {wall && (
        <WallBody
          wall={wall}
          clientOf={clientOf}
          report={props.report}
          overlay={props.overlay}
          loadActivity={loadActivity}
          onBack={onBack}
          onAddCamera={onAddCamera}
          isDeviceOnly={isDeviceOnly}
          onDeviceOnly={onDeviceOnly}
        />
      )}
    </div>
  );
}

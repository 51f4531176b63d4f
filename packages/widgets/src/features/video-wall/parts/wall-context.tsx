import { createContext, useContext } from 'react';
import type { Context as ReactContext, ReactNode } from 'react';
import type { Camera, Locale, Translate, ViewerClient } from '@watchpost/sdk-core';
import type { WallMessageKey } from '../../../i18n/video-wall-messages.ts';
import type { VideoWallController } from '../video-wall-controller.ts';

/** Motion activity of a camera, 0 to 1 for each step of a range; times in Unix milliseconds. */
export type LoadActivity = (
  cameraId: string,
  range: { readonly from: number; readonly to: number; readonly step: number; readonly signal: AbortSignal },
) => Promise<readonly number[]>;

/** Shared by all parts of the wall. */
export interface WallContext {
  readonly wall: VideoWallController;
  /** For the server's time. */
  readonly client: ViewerClient;
  readonly clientOf: (cameraId: string) => ViewerClient;
  readonly locale: Locale;
  readonly t: Translate<WallMessageKey>;
  readonly loadActivity: LoadActivity | undefined;
  /** Where reports of playback quality go; null for nowhere. */
  readonly report: string | null;
  /** A page's own content over the picture of a camera. */
  readonly overlay: ((camera: Camera) => ReactNode) | undefined;
  /** Announces to screen readers. */
  readonly say: (text: string) => void;
  /** Opens the list of cameras, for a place or for the first empty one. */
  readonly pick: (place: number | null) => void;
}

const Context: ReactContext<WallContext | null> = createContext<WallContext | null>(null);
export const WallProvider: ReactContext<WallContext | null>['Provider'] = Context.Provider;

/** @throws {Error} outside a VideoWall */
export function useWall(): WallContext {
  const value = useContext(Context);
  if (!value) throw new Error('This is a part of a VideoWall and works only inside of one.');
  return value;
}

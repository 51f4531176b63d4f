import type { FrameSource } from '../sources/frame-source.ts';

export interface OnvifSourceOptions {
  /** Where the stream is. @param isLost it is no longer where it was said to be */
  readonly find: (isLost: boolean) => Promise<string>;
  readonly open: (address: string) => Promise<FrameSource>;
  /** Asked at each piece of sound: one that is switched off is silent before the camera is. */
  readonly isHeard: () => boolean;
}

/**
 * One stream of an ONVIF camera. After a restart a camera may send from elsewhere: when the stream has ended by itself, the camera
 * is asked anew where it is.
 */
export async function openOnvifSource({ find, open, isHeard }: OnvifSourceOptions): Promise<FrameSource> {
  const first = await open(await find(false));
  let working: FrameSource | null = first;
  return {
    video: first.video,
    audio: first.audio,
    isLive: true,
    frames: async function* (signal) {
      const source = working ?? (await open(await find(true)));
      working = null;
      try {
        for await (const frame of source.frames(signal)) if (frame.kind === 'video' || isHeard()) yield frame;
      } finally {
        // Nobody watches it any more: it was still there.
        if (signal.aborted) working = source;
      }
    },
  };
}

import type { FrameSource } from '../sources/frame-source.ts';

export interface OnvifSourceOptions {
  /** Returns the stream's address. @param isLost whether the last known address no longer works */
  readonly find: (isLost: boolean) => Promise<string>;
  readonly open: (address: string) => Promise<FrameSource>;
  /** Checked for each audio frame: muting takes effect here before it does in the camera. */
  readonly isHeard: () => boolean;
}

/**
 * Reads one stream of an ONVIF camera. A camera may send from another address after a restart: when the stream ends by itself, the
 * camera is asked for the address again.
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
        // The reader stopped: the stream was not lost.
        if (signal.aborted) working = source;
      }
    },
  };
}

import type { Clock } from '../kernel/clock.ts';
import type { FrameSource } from '../sources/frame-source.ts';
import { readQrCodes } from './code-reader.ts';
import { keyPictures } from './key-pictures.ts';
import type { CodeRegistration } from './registration-by-code.ts';

export interface WatchForCode {
  /** The program's path. */
  readonly ffmpeg: string;
  readonly source: FrameSource;
  readonly clock: Pick<Clock, 'wait'>;
  readonly take: CodeRegistration;
}

/** Before a camera that went away is looked at again, ms. */
const pause = 2000;

/**
 * Looks at the camera's own picture until a code in it has registered the camera, or the signal aborts. A camera that goes away
 * meanwhile is looked at again when it is back.
 * @throws {SourceError} when FFmpeg is not there
 */
export async function watchForCode({ ffmpeg, source, clock, take }: WatchForCode, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for await (const picture of keyPictures({ ffmpeg, source, clock }, signal)) {
      for (const text of await readQrCodes(picture)) if (await take(text)) return;
    }
    await clock.wait(pause, signal);
  }
}

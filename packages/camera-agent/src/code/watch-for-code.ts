import { wait, type Clock } from '@watchpost/contract/timing/clock';
import type { FrameSource } from '../sources/frame-source.ts';
import { readQrCodes } from './code-reader.ts';
import { keyPictures } from './key-pictures.ts';
import type { CodeRegistration } from './registration-by-code.ts';

export interface WatchForCode {
  /** The program's path. */
  readonly ffmpeg: string;
  readonly source: FrameSource;
  readonly clock: Pick<Clock, 'after'>;
  readonly take: CodeRegistration;
}

/** Delay before a disconnected camera is read again, ms. */
const retryDelayMs = 2000;

/**
 * Watches the camera's own picture until a code in it has registered the camera, or the signal aborts. Reconnects to a camera that
 * goes away meanwhile.
 * @throws {SourceError} when FFmpeg is missing
 */
export async function watchForCode({ ffmpeg, source, clock, take }: WatchForCode, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for await (const picture of keyPictures({ ffmpeg, source, clock }, signal)) {
      for (const text of await readQrCodes(picture)) if (await take(text)) return;
    }
    await wait(clock, retryDelayMs, signal);
  }
}

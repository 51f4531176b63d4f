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

/**
 * Looks at the camera's own picture until a code in it has registered the camera, or the signal aborts.
 * @throws {SourceError} when there is no picture to look at
 */
export async function watchForCode({ ffmpeg, source, clock, take }: WatchForCode, signal: AbortSignal): Promise<void> {
  for await (const picture of keyPictures({ ffmpeg, source, clock }, signal)) {
    for (const text of await readQrCodes(picture)) if (await take(text)) return;
  }
}

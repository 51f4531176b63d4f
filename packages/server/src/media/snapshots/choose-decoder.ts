import type { Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../kernel/log.ts';
import { createFfmpegDecoder, findFfmpeg } from './ffmpeg-decoder.ts';
import { createNodeAvDecoder } from './node-av-decoder.ts';
import { limited, type PictureDecoder } from './picture-decoder.ts';

/**
 * Chooses node-av if it is installed (a persistent process, ten times faster), else the system's FFmpeg, else none: then there
 * are no pictures, and everything else works.
 */
export async function choosePictureDecoder({
  ffmpegPath,
  clock,
  log,
}: {
  readonly ffmpegPath: string | null;
  readonly clock: Clock;
  readonly log: Logger;
}): Promise<PictureDecoder | null> {
  const ffmpeg = ffmpegPath ?? findFfmpeg();
  const decoder = (await createNodeAvDecoder({ clock, log })) ?? (ffmpeg === null ? null : createFfmpegDecoder(ffmpeg));
  if (!decoder) log.warn('There is no FFmpeg: there are no preview pictures. Install it, or name it in FFMPEG_PATH.');
  return decoder && limited(decoder);
}

import type { Logger } from '../../kernel/log.ts';
import { createFfmpegDecoder, findFfmpeg } from './ffmpeg-decoder.ts';
import { createNodeAvDecoder } from './node-av-decoder.ts';
import { limited, type PictureDecoder } from './picture-decoder.ts';

/** The system's FFmpeg if there is one, else node-av, else none: then cameras have no preview pictures, and all else works. */
export async function choosePictureDecoder({ ffmpegPath, log }: { ffmpegPath: string | null; log: Logger }): Promise<PictureDecoder | null> {
  const ffmpeg = ffmpegPath ?? findFfmpeg();
  const decoder = ffmpeg === null ? await createNodeAvDecoder() : createFfmpegDecoder(ffmpeg);
  if (!decoder) log.warn('There is no FFmpeg: cameras have no preview pictures. Install it, or name it in FFMPEG_PATH.');
  return decoder && limited(decoder);
}

import { concatBytes } from '@watchpost/mp4';
import type { Logger } from '../../kernel/log.ts';
import type { CheckPicture } from '../ingest/index.ts';
import { buildFragment } from '../packaging/fragment.ts';
import { initSectionOf, withoutAudio } from '../packaging/init-section.ts';
import { UndecodableError, type PictureDecoder } from './picture-decoder.ts';

/** Pixels; no user sees the picture. */
const width = 64;

/** Creates a check that decodes a key frame to see whether it is valid. A decoder that is absent or too busy rejects nothing. */
export function createPictureCheck({ decoder, log }: { readonly decoder: PictureDecoder | null; readonly log: Logger }): CheckPicture {
  return async (tracks, keyFrame) => {
    try {
      await decoder?.decode(concatBytes([initSectionOf(withoutAudio(tracks)).bytes, buildFragment([keyFrame], 0)]), { width });
      return null;
    } catch (error) {
      if (error instanceof UndecodableError) return `A key frame can't be decoded: ${error.message}`;
      log.warn({ err: error }, 'The stream that a camera pushes could not be checked');
      return null;
    }
  };
}

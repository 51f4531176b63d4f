import type { PictureBox } from './corner-marks.ts';

/** The video itself is at fault, so that a retry would fail in the same way. */
export class UndecodableError extends Error {
  override readonly name = 'UndecodableError';
}

/** Makes JPEGs of key frames; the only place where the server decodes video for users to see. */
export interface PictureDecoder {
  readonly name: 'ffmpeg' | 'node-av';
  /**
   * Makes a JPEG of the first key frame, or of the last picture.
   * @param video an init section and a fragment that starts with a key frame; a JPEG when the options say so
   * @throws {UndecodableError} when it contains no valid picture; another error when decoding takes longer than 5 s, and the
   * signal's reason when it is aborted before its turn
   */
  decode(video: Uint8Array, options?: PictureOptions): Promise<Uint8Array>;
  /** Starts what takes time to start, because a request is about to follow. */
  warm?(): void;
  close?(): void;
}

export interface PictureOptions {
  /** Width in pixels, never more than recorded; the recorded width when missing. */
  readonly width?: number | undefined;
  /** The input is an untrusted JPEG, which must be re-encoded. */
  readonly isJpeg?: boolean | undefined;
  /** The last picture of the first fragment is wanted, which is built on those before it. */
  readonly isLast?: boolean | undefined;
  /** What is marked by corners; relative to the picture. */
  readonly box?: PictureBox | undefined;
  /** Aborted when no client waits for the picture any more. */
  readonly signal?: AbortSignal | undefined;
}

/** Maximum number of pictures decoded simultaneously: decoding must not take the cores from the streams. */
export const parallelPictures = 2;
/** Beyond this number the oldest requests are rejected, because no viewer can still be waiting for them. */
const maxPending = 200;

interface Pending {
  readonly start: () => void;
  readonly refuse: (reason: unknown) => void;
}

/**
 * Limits parallel decoding and queues the rest, newest first, because a user who drags over a timeline wants the picture under
 * the pointer.
 */
export function limited(decoder: PictureDecoder): PictureDecoder {
  let running = 0;
  const pending: Pending[] = [];

  const turn = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const onAbort = (): void => {
        pending.splice(pending.indexOf(entry), 1);
        reject(signal?.reason);
      };
      const entry: Pending = {
        start: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
        refuse: (reason) => {
          signal?.removeEventListener('abort', onAbort);
          reject(reason);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      pending.push(entry);
      if (pending.length > maxPending) pending.shift()?.refuse(new Error('Too many pictures wait to be decoded.'));
    });

  return {
    ...decoder,
    decode: async (video, options) => {
      options?.signal?.throwIfAborted();
      if (running >= parallelPictures) await turn(options?.signal);
      else running += 1;
      try {
        return await decoder.decode(video, options);
      } finally {
        // The slot is passed on directly, so that no other request can take it in between.
        const next = pending.pop();
        if (next) next.start();
        else running -= 1;
      }
    },
  };
}

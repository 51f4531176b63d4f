/** Makes JPEGs of key frames: the only place where the server decodes video for people to see. */
export interface PictureDecoder {
  readonly name: 'ffmpeg' | 'node-av';
  /**
   * @param video an init section and a fragment that starts with a key frame; a JPEG where the options say so
   * @throws when there is no picture in it, when it takes longer than 5 s, and the signal's reason when it is aborted before its turn
   */
  decode(video: Uint8Array, options?: PictureOptions): Promise<Uint8Array>;
  /** Somebody is about to ask: what takes time to start is started. */
  warm?(): void;
  close?(): void;
}

export interface PictureOptions {
  /** Pixels across, never more than were recorded; as recorded when it is missing. */
  readonly width?: number | undefined;
  /** It is a JPEG already, of a stranger, and is to be made anew. */
  readonly isJpeg?: boolean | undefined;
  /** Nobody waits for it any more. */
  readonly signal?: AbortSignal | undefined;
}

/** At most so many at once: decoding must not take the cores from the streams. */
export const parallelPictures = 2;
/** More than these wait for nothing that anybody still looks at. */
const longestQueue = 200;

interface Waiting {
  readonly start: () => void;
  readonly refuse: (reason: unknown) => void;
}

/** Queues what comes on top: newest first, because whoever drags over a line of time wants the picture under the pointer. */
export function limited(decoder: PictureDecoder): PictureDecoder {
  let running = 0;
  const waiting: Waiting[] = [];

  const turn = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const onAbort = (): void => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal?.reason);
      };
      const entry: Waiting = {
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
      waiting.push(entry);
      if (waiting.length > longestQueue) waiting.shift()?.refuse(new Error('Too many pictures wait to be decoded.'));
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
        // The place is handed on as it is: nobody slips in between.
        const next = waiting.pop();
        if (next) next.start();
        else running -= 1;
      }
    },
  };
}

/** Makes a JPEG of one key frame: the only place where the server decodes video. */
export interface PictureDecoder {
  readonly name: 'ffmpeg' | 'node-av';
  /**
   * @param video an init section and one fragment that starts with a key frame
   * @throws when there is no picture in it, or not within 5 s
   */
  decode(video: Uint8Array): Promise<Uint8Array>;
}

/** At most so many at once: decoding must not take the cores from the streams. */
const parallel = 2;

/** Queues what comes on top. */
export function limited(decoder: PictureDecoder): PictureDecoder {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    name: decoder.name,
    decode: async (video) => {
      if (running >= parallel) await new Promise<void>((resolve) => waiting.push(resolve));
      running += 1;
      try {
        return await decoder.decode(video);
      } finally {
        running -= 1;
        waiting.shift()?.();
      }
    },
  };
}

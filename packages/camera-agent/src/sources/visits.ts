import { SourceError, type FrameSource } from './frame-source.ts';

/** A part of what a camera shows. */
interface ScenePart {
  readonly source: FrameSource;
  /** A multiple of the time between two key frames, so that each part begins with one. */
  readonly seconds: number;
}

/**
 * Shows parts of several sources in turn, over and over: a place that is empty, and now and then what happens there. Packets pass unchanged,
 * so that the sources have to be encoded alike.
 * @throws {SourceError} when they aren't
 */
export function alternate(parts: readonly [ScenePart, ...ScenePart[]]): FrameSource {
  const [{ source: first }] = parts;
  const { video, audio } = first;
  if (parts.some(({ source }) => source.video.configuration !== video.configuration || (source.audio === null) !== (audio === null)))
    throw new SourceError('The parts of a scene must be encoded alike.');
  return {
    video,
    audio,
    frames: async function* (signal, from = 0) {
      const period = parts.reduce((sum, { seconds }) => sum + seconds, 0);
      for (let start = Math.floor(from / period) * period; ;)
        for (const { source, seconds } of parts) {
          if (signal.aborted) return;
          if (start + seconds > from)
            for await (const frame of source.frames(signal, Math.max(0, from - start))) {
              if (frame.decodeTime >= seconds) break;
              yield { ...frame, decodeTime: start + frame.decodeTime };
            }
          start += seconds;
        }
    },
  };
}

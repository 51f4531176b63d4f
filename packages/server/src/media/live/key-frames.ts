import { videoTimescale, type Sample } from '../media-types.ts';
import { buildFragment } from '../packaging/fragment.ts';

/** Reduces a stream to its key frames, each shown until the next one arrives. */
export interface KeyFrames {
  fragmentOf(sample: Sample): () => Uint8Array;
  restart(): void;
}

/** Assumed until the distance of two key frames is known, s. */
const defaultDistanceSeconds = 2;
/** Extends the duration, because a late key frame would leave a gap, at which a player stops. */
const slack = 1.25;

/** Shared by all viewers who watch key frames only. */
const known = new WeakMap<Sample, { readonly duration: number; readonly fragment: Uint8Array }>();

export function createKeyFrames(): KeyFrames {
  let last: number | null = null;
  let distance = defaultDistanceSeconds * videoTimescale;
  return {
    fragmentOf: (sample) => {
      if (last !== null && sample.decodeTime - last < 20 * videoTimescale) distance = Math.max(1, sample.decodeTime - last);
      last = sample.decodeTime;
      const duration = Math.round(distance * slack);
      return () => {
        const made = known.get(sample);
        if (made && Math.abs(made.duration - duration) < distance / 10) return made.fragment;
        const fragment = buildFragment([{ ...sample, duration }], 0);
        known.set(sample, { duration, fragment });
        return fragment;
      };
    },
    restart: () => {
      last = null;
    },
  };
}

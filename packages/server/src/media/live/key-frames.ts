import { videoTimescale, type Sample } from '../media-types.ts';
import { buildFragment } from '../packaging/fragment.ts';

/** Key frames alone: each stays on the screen until the next one comes. */
export interface KeyFrames {
  fragmentOf(sample: Sample): () => Uint8Array;
  restart(): void;
}

/** Until the distance of two key frames is known, s. */
const usualDistance = 2;
/** A key frame that comes late must not leave a hole: a player would stop there. */
const slack = 1.25;

/** Made once for all who watch key frames only. */
const known = new WeakMap<Sample, { readonly duration: number; readonly fragment: Uint8Array }>();

export function createKeyFrames(): KeyFrames {
  let last: number | null = null;
  let distance = usualDistance * videoTimescale;
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

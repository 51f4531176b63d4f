import { keyFrameFragment, readFragments, videoTimescale } from '../media/fragment-samples.ts';

/** Faster than this only key frames are played: no decoder keeps up with all of them. */
export const allFramesUpTo = 4;

/** A recorded segment as it is given to the browser. */
export interface PreparedSegment {
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
  /** Unix ms of each picture in it, in the order of presentation. */
  readonly frames: readonly number[];
}

/**
 * Reads when each picture of a segment is shown; for fast play it keeps the key frames alone, each standing until the next.
 * @param endMs where the segment ends, Unix ms
 */
export function prepareSegment(media: Uint8Array<ArrayBuffer>, keyFramesOnly: boolean, endMs: number): PreparedSegment {
  const fragments = readFragments(media);
  const samples = fragments.flatMap((fragment) => fragment.samples);
  const keys = samples.filter(({ keyFrame }) => keyFrame);
  const shown = keyFramesOnly && keys.length > 0 ? keys : samples;
  const frames = shown.map(({ time }) => time).sort((a, b) => a - b);
  if (shown === samples) return { parts: [media], frames };
  const endTicks = Math.round((endMs * videoTimescale) / 1000);
  const pictures = keys.map((key, index) => keyFrameFragment(key, Math.max(1, (keys[index + 1]?.decodeTime ?? endTicks) - key.decodeTime)));
  // Sound stays: a source buffer that has a sound track plays only where it has sound.
  return { parts: [...pictures, ...fragments.filter(({ isVideo }) => !isVideo).map(({ bytes }) => bytes)], frames };
}

/** The frames that are loaded, for going from one to the next by their own times. */
export interface FrameTimes {
  add(frames: readonly number[]): void;
  /** Lets go of what is before a moment. */
  trim(before: number): void;
  /**
   * The frame that is shown at a moment, or the one after or before it, all Unix ms.
   * @returns a moment well inside of it; null when it is not loaded
   */
  inside(shown: number, direction: 1 | 0 | -1): number | null;
  clear(): void;
  /** Unix ms. */
  readonly first: number | null;
  readonly perSecond: number | null;
}

/** Rounding of a media time on its way through the browser, ms. */
const rounding = 2;
/** So far into a frame one looks, ms: right at its beginning Chromium may show the one before, which it takes to last as long as frames do on average. */
const farInside = 20;

export function createFrameTimes(): FrameTimes {
  let times: number[] = [];
  return {
    add(frames) {
      const sorted = [...times, ...frames].sort((a, b) => a - b);
      // Of several within a blink only the last can be shown: a seek does not tell them apart.
      times = sorted.filter((time, index) => (sorted[index + 1] ?? Infinity) - time > 2 * rounding);
    },
    trim: (before) => void (times = times.filter((time) => time >= before)),
    inside(shown, direction) {
      const current = times.findLastIndex((time) => time <= shown + rounding);
      // Before the first that is known there may be others.
      if (current < 0) return null;
      const frame = times[current + direction];
      return frame === undefined ? null : frame + Math.min(farInside, ((times[current + direction + 1] ?? Infinity) - frame) / 2);
    },
    clear: () => void (times = []),
    get first() {
      return times[0] ?? null;
    },
    get perSecond() {
      const first = times.at(-26) ?? times[0];
      const last = times.at(-1);
      return first === undefined || last === undefined || last === first ? null : ((times.length > 26 ? 25 : times.length - 1) * 1000) / (last - first);
    },
  };
}

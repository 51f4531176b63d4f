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
   * The frame after, or before, the one that is shown at a moment, all Unix ms.
   * @returns null when it is not loaded
   */
  neighbour(shown: number, direction: 1 | -1): number | null;
  clear(): void;
  /** Unix ms. */
  readonly first: number | null;
  readonly perSecond: number | null;
}

/** Rounding of a media time on its way through the browser, ms. */
const rounding = 2;

export function createFrameTimes(): FrameTimes {
  let times: number[] = [];
  return {
    add(frames) {
      const sorted = [...times, ...frames].sort((a, b) => a - b);
      // Of several within a blink only the last can be shown: a seek does not tell them apart.
      times = sorted.filter((time, index) => (sorted[index + 1] ?? Infinity) - time > 2 * rounding);
    },
    trim: (before) => void (times = times.filter((time) => time >= before)),
    neighbour(shown, direction) {
      const current = times.findLastIndex((time) => time <= shown + rounding);
      // Before the first that is known there may be others.
      if (current < 0) return null;
      return times[current + direction] ?? null;
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

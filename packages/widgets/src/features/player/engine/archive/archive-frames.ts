import { initEnd, keyFrameFragment, readFragments, videoTimescale } from '../media/fragment-samples.ts';

/** Above this speed only key frames are played: no decoder keeps up with all frames. */
export const maxAllFramesSpeed = 4;

/** A recorded segment, prepared for the browser. */
export interface PreparedSegment {
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
  /** Presentation times, Unix ms, sorted. */
  readonly frames: readonly number[];
}

/**
 * Reads the presentation times of a segment. For fast playback it keeps only the key frames, each lasting until the next.
 * @param endMs end of the segment, Unix ms
 * @param withSound false leaves its sound out
 */
export function prepareSegment(media: Uint8Array<ArrayBuffer>, keyFramesOnly: boolean, endMs: number, withSound = true): PreparedSegment {
  const all = readFragments(media);
  const fragments = all.filter(({ isVideo }) => isVideo || withSound);
  const samples = fragments.flatMap((fragment) => fragment.samples);
  const keys = samples.filter(({ keyFrame }) => keyFrame);
  const shown = keyFramesOnly && keys.length > 0 ? keys : samples;
  const frames = shown.map(({ time }) => time).sort((a, b) => a - b);
  if (shown === samples) return { parts: fragments.length === all.length ? [media] : fragments.map(({ bytes }) => bytes), frames };
  const endTicks = Math.round((endMs * videoTimescale) / 1000);
  const pictures = keys.map((key, index) => keyFrameFragment(key, Math.max(1, (keys[index + 1]?.decodeTime ?? endTicks) - key.decodeTime)));
  // Audio stays: a source buffer with an audio track plays only where it has audio.
  return { parts: [...pictures, ...fragments.filter(({ isVideo }) => !isVideo).map(({ bytes }) => bytes)], frames };
}

/** A segment that begins with its init section. */
export interface OwnSegment {
  /** Unix ms. */
  readonly startMs: number;
  readonly durationMs: number;
  readonly init: Uint8Array<ArrayBuffer>;
  readonly media: Uint8Array<ArrayBuffer>;
}

/** Splits a segment from its init section, and reads its time from its frames; null without video. */
export function splitSegment(bytes: Uint8Array<ArrayBuffer>): OwnSegment | null {
  const at = initEnd(bytes);
  const media = bytes.subarray(at);
  const samples = readFragments(media).flatMap((fragment) => fragment.samples);
  const [first, last] = [samples[0], samples.at(-1)];
  if (at === 0 || !first || !last) return null;
  // As the recorder rounds.
  const toMs = (ticks: number): number => Math.floor(ticks / (videoTimescale / 1000));
  const startMs = toMs(first.decodeTime);
  return { startMs, durationMs: toMs(last.decodeTime + last.duration) - startMs, init: bytes.subarray(0, at), media };
}

/** The times of the loaded frames, for stepping from one to the next. */
export interface FrameTimes {
  /** Adds frames that the browser is being given. */
  add(frames: readonly number[]): void;
  /**
   * The browser has processed everything that it was given: frames that it did not take are gone. WebKitGTK ignores how long a frame lasts,
   * takes a long one for a hole, and refuses what follows up to the next key frame.
   */
  confirm(isHeld: (frame: number) => boolean): void;
  /** The browser has processed this frame, and took it. */
  isConfirmed(frame: number): boolean;
  /** Removes frames before a moment. */
  trim(before: number): void;
  /**
   * The frame shown at a moment, or the next or previous one, Unix ms.
   * @returns a moment well inside that frame; null if it is not loaded
   */
  inside(shown: number, direction: 1 | 0 | -1): number | null;
  /** The start of the frame after the one shown at a moment, Unix ms; null if it is not loaded. */
  after(shown: number): number | null;
  clear(): void;
  /** Unix ms. */
  readonly first: number | null;
  readonly perSecond: number | null;
}

/** Rounding error of media times in browsers, ms. */
const roundingMs = 2;
/** Offset into a frame for seeking, ms: right at its start Chromium may show the previous frame, which it assumes to last the average duration. */
const seekOffsetMs = 20;

export function createFrameTimes(): FrameTimes {
  let times: readonly number[] = [];
  /** Those that the browser may not have processed yet. */
  let given: readonly number[] = [];
  function indexOf(shown: number, direction: number): number {
    const current = times.findLastIndex((time) => time <= shown + roundingMs);
    // There may be unknown frames before the first known one.
    return current < 0 ? -1 : current + direction;
  }
  return {
    add(frames) {
      given = [...given, ...frames];
      const sorted = [...times, ...frames].sort((a, b) => a - b);
      // Only the last of several frames this close together can be shown: seeking does not distinguish them.
      times = sorted.filter((time, index) => (sorted[index + 1] ?? Infinity) - time > 2 * roundingMs);
    },
    confirm(isHeld) {
      if (given.length === 0) return;
      const refused = new Set(given.filter((time) => !isHeld(time)));
      given = [];
      if (refused.size > 0) times = times.filter((time) => !refused.has(time));
    },
    isConfirmed: (frame) => !given.includes(frame),
    trim: (before) => void (times = times.filter((time) => time >= before)),
    inside(shown, direction) {
      const index = indexOf(shown, direction);
      const frame = times[index];
      return frame === undefined ? null : frame + Math.min(seekOffsetMs, ((times[index + 1] ?? Infinity) - frame) / 2);
    },
    after: (shown) => times[indexOf(shown, 1)] ?? null,
    clear: () => void (times = given = []),
    get first() {
      return times[0] ?? null;
    },
    get perSecond() {
      const first = times.at(-26) ?? times[0];
      const last = times.at(-1);
      return first === undefined || last === undefined || last === first
        ? null
        : ((times.length > 26 ? 25 : times.length - 1) * 1000) / (last - first);
    },
  };
}

import type { BufferedRange } from '../media/buffered-range.ts';
import { createArrivalJitter } from './arrival-jitter.ts';

export interface LiveEdgeDecision {
  readonly playbackRate: number;
  /** Where to jump, seconds; null to play on. */
  readonly jumpTo: number | null;
}

export interface PictureState {
  /** The picture stands still for want of data. */
  readonly isDry?: boolean;
  /** Where the newest picture really ends, seconds: it may be said to last longer. */
  readonly newest?: number;
}

export interface LiveEdge {
  /** Seconds that playback should be behind what has arrived. */
  readonly target: number;
  /** @param now milliseconds, monotonic */
  decide(currentTime: number, ranges: readonly BufferedRange[], now: number, picture?: PictureState): LiveEdgeDecision;
  /** A fragment came. @param time of its picture, Unix ms @param now milliseconds, monotonic */
  arrived(time: number, now: number): void;
  /** Playback ran dry. */
  onStall(now: number): void;
  /** @param interval distance of frames, seconds: at 10 a second 0.15 s would be too little */
  setFrameInterval(interval: number): void;
}

/** Seconds behind what has arrived when nobody asks for more. */
const leastTarget = 0.15;
const largest = 1.2;
/** Beside the lateness that was seen, seconds. */
const margin = 0.08;
/** Pitch is kept, so an eighth is not heard; half a second is caught up in six. */
const fastest = 1.12;
const farBehind = 0.8;
/** A little too near to now is made up for unseen; much too near, as at the beginning on a full wall, in two seconds. */
const slower = 0.97;
const slowest = 0.9;
const farAhead = 0.2;
/** Seconds beside the target that are corrected, and that are as good as none. */
const tooFar = 0.04;
const tooNear = 0.05;
const atRest = 0.01;
/** A late fragment is expected again for so long, ms: longer once that proved too short, back after a calm time. */
const shortHold = 4_500;
const longHold = 60_000;
const calm = 120_000;
/** A target that falls below this part of itself has forgotten the trouble. */
const calmed = 0.6;
const shrinkEvery = 5_000;
/** One hiccup makes several events. */
const growAtMostEvery = 1_000;
/** A jump out of dryness is given so long to show its picture, ms. */
const jumpAtMostEvery = 600;
/** So long without a fragment, ms, it is the way here that is to blame, and its lateness will be seen when it comes. */
const waitsForNetwork = 120;

/**
 * Keeps playback near the live edge: small changes of speed that nobody sees, a jump when far behind.
 * The target is what the lately seen lateness of fragments asks for: it grows with the first late one and is back seconds after the last.
 * @param delay seconds that the target is at least; asked each time
 */
export function createLiveEdge(delay: () => number = () => 0): LiveEdge {
  const jitter = createArrivalJitter();
  let byInterval = leastTarget;
  /** For a machine that is too slow: nothing was late, and yet playback ran dry. */
  let extra = 0;
  let target = least();
  let hold = shortHold;
  let shrunkAt = Number.NEGATIVE_INFINITY;
  let stalledAt = Number.NEGATIVE_INFINITY;
  /** When something was remembered as late. */
  let lateAt = Number.NEGATIVE_INFINITY;
  let changedAt: number | null = null;
  let jumpedAt = Number.NEGATIVE_INFINITY;
  let correction: 'none' | 'faster' | 'slower' = 'none';

  function least(): number {
    return Math.max(byInterval, delay());
  }
  function aim(now: number): void {
    changedAt ??= now;
    if (extra > 0 && now - changedAt >= shrinkEvery) {
      extra = Math.max(0, extra * 0.93 - 0.005);
      changedAt = now;
    }
    const smallest = least();
    const late = jitter.peak(now, hold);
    if (late > smallest) lateAt = now;
    if (now - lateAt > calm) hold = shortHold;
    const next = Math.min(largest, Math.max(smallest, late > margin ? late + margin : 0) + extra);
    // Not when one late fragment of many is forgotten: then the next one is expected still.
    if (next < target * calmed) shrunkAt = now;
    target = next;
  }
  /** What is begun is brought to its end: where it comes to rest does not depend on the side that it came from. */
  function rateFor(error: number, now: number): number {
    if (error > tooFar) correction = 'faster';
    else if (error < -tooNear) correction = 'slower';
    else if (correction === 'faster' ? error < atRest : error > -atRest) correction = 'none';
    if (correction === 'faster') return Math.min(fastest, 1 + Math.max(1, Math.round(error * 100)) / 100);
    // While nothing comes the lead only says how long the silence is: what is late will be there at once.
    if (correction === 'slower' && jitter.silence(now) < waitsForNetwork) return error < -farAhead ? slowest : slower;
    return 1;
  }
  return {
    get target() {
      return target;
    },
    decide(currentTime, ranges, now, { isDry = false, newest = Number.POSITIVE_INFINITY } = {}) {
      aim(now);
      const last = ranges.at(-1);
      if (!last) return { playbackRate: 1, jumpTo: null };
      const end = Math.max(last.start, Math.min(last.end, newest));
      // Past the newest picture, which is then said to last still, there is nothing to jump to: back would be to show it all again.
      const lead = end - currentTime;
      const inLast = currentTime >= last.start - 0.01 && currentTime <= last.end + 0.01;
      const edge = Math.max(last.start, end - target);
      if (!inLast) {
        // In a hole, or in an older range: finish the older one first, then step over the hole.
        const current = ranges.find((range) => currentTime >= range.start - 0.01 && currentTime < range.end - 0.05);
        return current && lead < farBehind + target ? { playbackRate: 1.05, jumpTo: null } : { playbackRate: 1, jumpTo: edge };
      }
      // Chromium that ran dry waits for up to a second of new pictures before it plays on: a jump shows the newest at once.
      if (isDry && lead >= target && now - jumpedAt >= jumpAtMostEvery) {
        jumpedAt = now;
        return { playbackRate: 1, jumpTo: edge };
      }
      if (lead > target + farBehind) return { playbackRate: 1, jumpTo: edge };
      return { playbackRate: rateFor(lead - target, now), jumpTo: null };
    },
    arrived: jitter.arrived,
    onStall(now) {
      if (now - stalledAt < growAtMostEvery) return;
      stalledAt = now;
      // It was forgotten too early: the next time it is remembered for longer.
      if (now - shrunkAt < longHold) hold = Math.min(longHold, hold * 2);
      if (jitter.silence(now) >= waitsForNetwork) return;
      extra = Math.min(1, extra * 1.3 + 0.08);
      changedAt = now;
      aim(now);
    },
    setFrameInterval(interval) {
      byInterval = Math.min(0.5, Math.max(leastTarget, interval * 1.5 + 0.06));
      target = Math.max(target, least());
    },
  };
}

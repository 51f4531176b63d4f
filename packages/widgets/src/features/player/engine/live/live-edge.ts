import type { BufferedRange } from '../media/buffered-range.ts';

export interface LiveEdgeDecision {
  readonly playbackRate: number;
  /** Where to jump, seconds; null to play on. */
  readonly jumpTo: number | null;
}

export interface LiveEdge {
  /** Seconds that playback should be behind what has arrived. */
  readonly target: number;
  /** @param now milliseconds, monotonic */
  decide(currentTime: number, ranges: readonly BufferedRange[], now: number): LiveEdgeDecision;
  /** A fragment came. @param time of its picture, Unix ms @param now milliseconds, monotonic */
  arrived(time: number, now: number): void;
  /** Playback ran dry: the network needs more room. */
  onStall(now: number): void;
  /** @param interval distance of frames, seconds: at 10 a second 0.15 s would be too little */
  setFrameInterval(interval: number): void;
}

const leastTarget = 0.15;
const largest = 1.5;
/** Pitch is kept, so a tenth is not heard; half a second is caught up in five. */
const fastest = 1.1;
const farBehind = 0.8;
const shrinkEvery = 5_000;
/** One hiccup makes several events. */
const growAtMostEvery = 1_000;

/**
 * Keeps playback near the live edge: small changes of speed that nobody sees, a jump when far behind.
 * The target grows with each stall and shrinks slowly, so that a good network has its 0.15 s back in a minute or two.
 */
export function createLiveEdge(): LiveEdge {
  let smallest = leastTarget;
  let target = smallest;
  let changedAt: number | null = null;
  let grownAt = Number.NEGATIVE_INFINITY;
  return {
    get target() {
      return target;
    },
    decide(currentTime, ranges, now) {
      changedAt ??= now;
      if (target > smallest && now - changedAt >= shrinkEvery) {
        target = Math.max(smallest, target * 0.93 - 0.005);
        changedAt = now;
      }
      const last = ranges.at(-1);
      if (!last) return { playbackRate: 1, jumpTo: null };
      const lead = last.end - currentTime;
      const inLast = currentTime >= last.start - 0.01 && lead >= -0.01;
      const edge = Math.max(last.start, last.end - target);
      if (!inLast) {
        // In a hole, or in an older range: finish the older one first, then step over the hole.
        const current = ranges.find((range) => currentTime >= range.start - 0.01 && currentTime < range.end - 0.05);
        return current && lead < farBehind + target ? { playbackRate: 1.05, jumpTo: null } : { playbackRate: 1, jumpTo: edge };
      }
      if (lead > target + farBehind) return { playbackRate: 1, jumpTo: edge };
      const error = lead - target;
      if (error > 0.04) return { playbackRate: Math.min(fastest, 1 + error / 3), jumpTo: null };
      if (error < -0.05) return { playbackRate: 0.97, jumpTo: null };
      return { playbackRate: 1, jumpTo: null };
    },
    arrived() {},
    onStall(now) {
      if (now - grownAt < growAtMostEvery) return;
      grownAt = now;
      target = Math.min(largest, target * 1.3 + 0.03);
      changedAt = now;
    },
    setFrameInterval(interval) {
      smallest = Math.min(0.5, Math.max(leastTarget, interval * 1.5 + 0.06));
      target = Math.max(target, smallest);
    },
  };
}

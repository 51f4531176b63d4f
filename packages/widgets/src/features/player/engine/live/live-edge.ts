import type { BufferedRange } from '../media/buffered-range.ts';
import { createArrivalJitter } from './arrival-jitter.ts';

interface LiveEdgeDecision {
  readonly playbackRate: number;
  /** Where to jump, seconds; null to keep playing. */
  readonly jumpTo: number | null;
}

interface PictureState {
  /** Playback waits: it has run out of data, or, in WebKit, restarts with another rate. */
  readonly isDry?: boolean;
  /** The real end of the newest frame, seconds; its declared duration may be longer. */
  readonly newest?: number;
}

export interface LiveEdge {
  /** Target distance from the newest data, seconds. */
  readonly target: number;
  /** @param now milliseconds, monotonic */
  decide(currentTime: number, ranges: readonly BufferedRange[], now: number, picture?: PictureState): LiveEdgeDecision;
  /** Reports a fragment. @param time of its picture, Unix ms @param now milliseconds, monotonic */
  arrived(time: number, now: number): void;
  /**
   * Playback waits, most often because it ran out of data.
   * @param lead media ahead of the picture, seconds
   */
  onStall(now: number, lead?: number): void;
  /** @param interval frame interval, seconds: at 10 fps a target of 0.15 s would be too small */
  setFrameInterval(interval: number): void;
}

/** Default target, seconds behind the newest data. */
const minTargetSeconds = 0.15;
const maxTargetSeconds = 1.2;
/** Added to the measured lateness, seconds. */
const marginSeconds = 0.08;
/**
 * Few rates, each kept for a while: WebKit restarts its pipeline with every change. The pitch is preserved, so 12 % is inaudible; it makes
 * up half a second in about four seconds.
 */
const rates = { none: 1, slower: 0.97, faster: 1.05, fastest: 1.12 } as const;
/** Deviations from the target that start the fast rate, and that end it, seconds. */
const farSeconds = 0.15;
const nearSeconds = 0.08;
const farBehindSeconds = 0.8;
/** Slightly too close is corrected imperceptibly; far too close, as at the start on a full wall, within two seconds. */
const minRate = 0.9;
const farAheadSeconds = 0.2;
/** Deviations from the target that start a correction, and the one that ends it, seconds. */
const tooFarSeconds = 0.04;
const tooNearSeconds = 0.05;
const nearEnoughSeconds = 0.02;
/** Weight of one measurement in the mean deviation, the step that replaces the mean, in seconds, and the longest time between two decisions. */
const weight = 0.15;
const stepSeconds = 0.25;
const maxElapsedSeconds = 0.5;
/** How long lateness is remembered, ms: longer if that proved too short, shorter again after a calm period. */
const minHoldMs = 4_500;
const maxHoldMs = 60_000;
const calmPeriodMs = 120_000;
/** A target that drops below this share of itself has forgotten its late fragments. */
const calmed = 0.6;
const shrinkIntervalMs = 5_000;
/** One stall causes several events. */
const growIntervalMs = 1_000;
/** Minimum time between two jumps out of a stall, ms: a jump needs a moment to show its picture. */
const jumpIntervalMs = 600;
/** After this long without a fragment, ms, the network is to blame; its lateness will be measured when the fragment arrives. */
const networkPauseMs = 120;

/**
 * Keeps playback near the live edge by small, unnoticeable changes of speed, and by a jump when far behind.
 * The target follows the recently measured lateness of fragments: it grows with the first late one and recovers seconds after the last.
 * @param delay minimum target, seconds; called each time
 */
export function createLiveEdge(delay: () => number = () => 0): LiveEdge {
  const jitter = createArrivalJitter();
  let byInterval = minTargetSeconds;
  /** For a slow machine: playback ran out of data although nothing was late. */
  let extra = 0;
  let target = least();
  let hold = minHoldMs;
  let shrunkAt = Number.NEGATIVE_INFINITY;
  let stalledAt = Number.NEGATIVE_INFINITY;
  /** When lateness was remembered. */
  let lateAt = Number.NEGATIVE_INFINITY;
  let changedAt: number | null = null;
  let jumpedAt = Number.NEGATIVE_INFINITY;
  /** Playback waits because it ran out of data. With media ahead it goes on by itself, and later if it jumps. */
  let ranDry = false;
  let correction: keyof typeof rates = 'none';
  let rate = 1;
  /** Deviation from the target without the steps of single fragments, seconds; null after a jump. */
  let mean: number | null = null;
  let decidedAt = 0;
  /** Without a fragment for this long, ms, slowing down pauses; at a low frame rate that alone means nothing. */
  let pauseMs = networkPauseMs;

  function least(): number {
    return Math.max(byInterval, delay());
  }
  function aim(now: number): void {
    changedAt ??= now;
    if (extra > 0 && now - changedAt >= shrinkIntervalMs) {
      extra = Math.max(0, extra * 0.93 - 0.005);
      changedAt = now;
    }
    const smallest = least();
    const late = jitter.peak(now, hold);
    if (late > smallest) lateAt = now;
    if (now - lateAt > calmPeriodMs) hold = minHoldMs;
    const next = Math.min(maxTargetSeconds, Math.max(smallest, late > marginSeconds ? late + marginSeconds : 0) + extra);
    // Unless only one of many late fragments was forgotten: then the next one is still expected.
    if (next < target * calmed) shrunkAt = now;
    target = next;
  }
  /** A correction that has started runs to its end, so that it ends at the same point from either direction. */
  function rateFor(error: number, now: number): number {
    const elapsed = Math.min(maxElapsedSeconds, (now - decidedAt) / 1000);
    decidedAt = now;
    if (jitter.sinceArrivalMs(now) >= pauseMs) {
      // Without arrivals the lead only reflects the pause: the late data will arrive in a burst.
      if (rate > 1 && error < 0) rest();
      return rate;
    }
    // What the rate itself has changed is known; of the rest, a part.
    const expected = mean === null ? error : mean - (rate - 1) * elapsed;
    mean = Math.abs(error - expected) > stepSeconds ? error : expected + (error - expected) * weight;
    const isCatchingUp = correction === 'faster' || correction === 'fastest';
    if (mean > farSeconds || (correction === 'fastest' && mean > nearSeconds)) correction = 'fastest';
    else if (mean > tooFarSeconds || (isCatchingUp && mean > 0)) correction = 'faster';
    else if (mean < -tooNearSeconds || (correction === 'slower' && mean <= -nearEnoughSeconds)) correction = 'slower';
    else correction = 'none';
    rate = correction === 'slower' && mean < -farAheadSeconds ? minRate : rates[correction];
    return rate;
  }
  function rest(): void {
    mean = null;
    correction = 'none';
    rate = 1;
  }
  function jump(to: number): LiveEdgeDecision {
    rest();
    return { playbackRate: 1, jumpTo: to };
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
      // After the newest frame, which still lasts for its declared duration, no later frame exists: jumping back would replay it.
      const lead = end - currentTime;
      const inLast = currentTime >= last.start - 0.01 && currentTime <= last.end + 0.01;
      const edge = Math.max(last.start, end - target);
      if (!inLast) {
        // In a hole, or in an older range: finish the older range first, then step over the hole.
        const current = ranges.find((range) => currentTime >= range.start - 0.01 && currentTime < range.end - 0.05);
        return current && lead < farBehindSeconds + target ? { playbackRate: rates.faster, jumpTo: null } : jump(edge);
      }
      ranDry = isDry && (ranDry || lead < target);
      // After running out of data Chromium waits for up to a second of new frames: a jump shows the newest immediately.
      if (ranDry && lead >= target && now - jumpedAt >= jumpIntervalMs) {
        jumpedAt = now;
        return jump(edge);
      }
      if (lead > target + farBehindSeconds) return jump(edge);
      return { playbackRate: rateFor(lead - target, now), jumpTo: null };
    },
    arrived: jitter.arrived,
    onStall(now, lead = 0) {
      ranDry ||= lead < target;
      if (now - stalledAt < growIntervalMs) return;
      stalledAt = now;
      // It was forgotten too early: remember the next one for longer.
      if (now - shrunkAt < maxHoldMs) hold = Math.min(maxHoldMs, hold * 2);
      if (jitter.sinceArrivalMs(now) >= networkPauseMs) return;
      extra = Math.min(1, extra * 1.3 + 0.08);
      changedAt = now;
      aim(now);
    },
    setFrameInterval(interval) {
      pauseMs = Math.max(networkPauseMs, interval * 2_000);
      byInterval = Math.min(0.5, Math.max(minTargetSeconds, interval * 1.5 + 0.06));
      target = Math.max(target, least());
    },
  };
}

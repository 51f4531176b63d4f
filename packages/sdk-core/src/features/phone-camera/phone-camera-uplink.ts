/** Bitrates of the video, from a good network to a poor one, bit/s. */
const ladder = [2_500_000, 1_200_000, 600_000, 300_000] as const;
/** If more than this many seconds of video wait, the next lower bitrate is selected. */
const stepDownSeconds = 0.8;
/** If more than this many seconds wait, frames are dropped until the uplink is free again. */
const dropFramesSeconds = 2.5;
/** The uplink counts as free if less than this waits, s. */
const freeSeconds = 0.1;
/** Time for which the uplink must be free before a higher bitrate is tried, ms; doubled after each attempt that failed. */
const minProbeMs = 15_000;
const maxProbeMs = 240_000;
/** Just after a step down, the waiting data still belongs to the previous bitrate, ms. */
const settleMs = 3000;

/** Adapts the bitrate to the uplink. */
export interface PhoneUplink {
  readonly bitsPerSecond: number;
  /** Frames are dropped, because they would arrive too late. */
  readonly isCongested: boolean;
  /** Checks the data that waits to be sent; call it a few times per second. @param now monotonic ms @param waiting bytes */
  observe(now: number, waiting: number): void;
}

/** Lowers the bitrate while the uplink is congested, and raises it after it has been free for a while. */
export function createPhoneUplink(): PhoneUplink {
  let step = 0;
  let isCongested = false;
  let settledAt = 0;
  let freeSince: number | null = null;
  let raisedAt: number | null = null;
  let probeMs = minProbeMs;
  const bits = (): number => ladder[step] ?? ladder[0];
  return {
    get bitsPerSecond() {
      return bits();
    },
    get isCongested() {
      return isCongested;
    },
    observe(now, waiting) {
      const late = (waiting * 8) / bits();
      if (late > dropFramesSeconds) isCongested = true;
      else if (late < freeSeconds) isCongested = false;
      if (late > stepDownSeconds && now >= settledAt && step < ladder.length - 1) {
        if (raisedAt !== null && now - raisedAt < maxProbeMs) probeMs = Math.min(maxProbeMs, probeMs * 2);
        step += 1;
        settledAt = now + settleMs;
      }
      if (late >= freeSeconds) freeSince = null;
      else freeSince ??= now;
      if (freeSince !== null && now - freeSince >= probeMs && step > 0) {
        step -= 1;
        raisedAt = now;
        freeSince = now;
      }
    },
  };
}

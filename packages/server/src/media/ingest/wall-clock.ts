import type { Clock } from '@watchpost/contract/timing/clock';
import { createClockRecovery, type ClockRecovery } from './clock-recovery.ts';

/** Maps a camera's timeline to the server's wall clock, in Unix seconds. */
export interface WallClock extends Pick<ClockRecovery, 'at' | 'scale' | 'rate'> {
  /** Maps the time of a frame that arrives now. */
  stamp(media: number): number;
}

/** Creates a wall clock that follows the system clock when that is set forward, but never backwards (R13: no overlap). */
export function createWallClock(clock: Clock): WallClock {
  const now = createSteadyNow(clock);
  const recovery = createClockRecovery();
  return {
    stamp: (media) => recovery.stamp(media, now()),
    at: recovery.at,
    get scale() {
      return recovery.scale;
    },
    get rate() {
      return recovery.rate;
    },
  };
}

/** Returns Unix time in seconds: follows the system clock when that is set forward, and the monotonic clock when it is set back. */
function createSteadyNow(clock: Clock): () => number {
  let unix = clock.now();
  let monotonic = clock.monotonic();
  return () => {
    const at = clock.monotonic();
    unix += at - monotonic;
    monotonic = at;
    const difference = clock.now() - unix;
    // A difference of a second means that the clock was set; less is drift between the two clocks, corrected slowly.
    if (difference > 1000) unix += difference;
    else if (difference > -1000) unix += difference * 0.01;
    return unix / 1000;
  };
}

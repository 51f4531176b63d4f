import type { Clock } from '../../kernel/clock.ts';

/** Gives a camera's own times a place on the server's wall clock. */
export interface WallClock {
  /**
   * @param media seconds on the source's timeline
   * @param mayTurn the base may be corrected here: at key frames
   * @returns Unix seconds
   */
  stamp(media: number, mayTurn: boolean): number;
}

/** Later than this can only be another timeline: a source that is silent for 10 s is dead, s. */
const tooLate = 12;
/** So far ahead of the wall clock is another timeline, s. */
const tooEarly = 3;
/** For so long after the first frame the source may still send what it had kept, all at once, s. */
const joinTime = 3;
/** At most so much of the time since the last correction, so that nobody notices. */
const slewRate = 0.01;

/**
 * The first frame is now; after that the source's own clock counts, so that the network's jitter does not show.
 * Its drift is taken back at key frames by the frames that came least late; a jump starts a new base.
 * The system clock may be set at any time: forward is followed, backward never (R13: no overlap).
 */
export function createWallClock(clock: Clock): WallClock {
  const now = createSteadyNow(clock);
  let offset: number | null = null;
  let leastLate = Number.POSITIVE_INFINITY;
  let turnedAt = 0;
  let startedAt = 0;
  let lastGiven = 0;

  const rebase = (media: number, arrival: number): number => {
    leastLate = Number.POSITIVE_INFINITY;
    turnedAt = arrival;
    startedAt = arrival;
    // Never before what was given out already.
    return Math.max(arrival, lastGiven) - media;
  };

  return {
    stamp: (media, mayTurn) => {
      const arrival = now();
      let base = offset ?? rebase(media, arrival);
      const late = arrival - media - base;
      if (late > tooLate || late < -tooEarly) base = rebase(media, arrival);
      // What was kept comes faster than time: the newest of it is now, not the oldest.
      else if (late < -0.05 && arrival - startedAt < joinTime) base += late;
      leastLate = Math.min(leastLate, arrival - media - base);
      if (mayTurn && arrival > turnedAt) {
        const limit = (arrival - turnedAt) * slewRate;
        base += Math.max(-limit, Math.min(limit, leastLate));
        leastLate = Number.POSITIVE_INFINITY;
        turnedAt = arrival;
      }
      offset = base;
      lastGiven = Math.max(lastGiven, media + base);
      return lastGiven;
    },
  };
}

/** Unix milliseconds as seconds: follows the system clock when that is set forward, and the monotonic one when it is set back. */
function createSteadyNow(clock: Clock): () => number {
  let unix = clock.now();
  let monotonic = clock.monotonic();
  return () => {
    const at = clock.monotonic();
    unix += at - monotonic;
    monotonic = at;
    const difference = clock.now() - unix;
    // A second apart is a set clock; less is only two clocks that differ a little, taken back slowly.
    if (difference > 1000) unix += difference;
    else if (difference > -1000) unix += difference * 0.01;
    return unix / 1000;
  };
}

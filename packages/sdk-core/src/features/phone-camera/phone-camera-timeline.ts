/** A larger difference means that the source jumped or slept, s. */
const maxDriftSeconds = 0.3;

/**
 * Maps a source's own times to a clock that audio and video share. Spacing follows the source, because arrivals are uneven.
 * @param jump how much later than usual a moment may arrive, s; beyond that, the source has slept
 * @returns a function that returns the position of a moment, s @param time of the source, s @param now of the clock at its arrival, s
 */
export function createPhoneTimeline(jump: number = maxDriftSeconds): (time: number, now: number) => number {
  let offset: number | null = null;
  return (time, now) => {
    if (offset === null || Math.abs(now - time - offset) > jump) offset = now - time;
    // A sample can't arrive before it was captured: an earlier arrival shows that the first ones were late.
    offset = Math.min(offset, now - time);
    return time + offset;
  };
}

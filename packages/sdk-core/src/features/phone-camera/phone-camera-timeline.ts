/** Further apart, and a source has jumped or slept, s. */
const usualJump = 0.3;

/**
 * Puts a source's own times on a clock that picture and sound share: evenly, as the source took them, for arrivals are uneven.
 * @param jump how much later than usual a moment may arrive, s: more, and the source has slept
 * @returns gives the place of a moment, s @param time of the source, s @param now of the clock at its arrival, s
 */
export function createPhoneTimeline(jump: number = usualJump): (time: number, now: number) => number {
  let offset: number | null = null;
  return (time, now) => {
    if (offset === null || Math.abs(now - time - offset) > jump) offset = now - time;
    // Nothing arrives before it was taken: an earlier arrival shows that the first ones were late.
    offset = Math.min(offset, now - time);
    return time + offset;
  };
}

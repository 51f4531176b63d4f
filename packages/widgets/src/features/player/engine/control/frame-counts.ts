/** Frames of a picture; `dropped` were late. */
export interface FrameCounts {
  readonly total: number;
  readonly dropped: number;
}

/**
 * Counts on where an engine begins again: with the next transport's picture, and WebKit with each change of its playback rate.
 * @returns takes what the engine counts, and returns the sum; neither number ever shrinks
 */
export function createFrameCounts(): (counted: FrameCounts) => FrameCounts {
  let before: FrameCounts = { total: 0, dropped: 0 };
  let last = before;
  return (counted) => {
    if (counted.total < last.total || counted.dropped < last.dropped)
      before = { total: before.total + last.total, dropped: before.dropped + last.dropped };
    last = counted;
    return { total: before.total + counted.total, dropped: before.dropped + counted.dropped };
  };
}

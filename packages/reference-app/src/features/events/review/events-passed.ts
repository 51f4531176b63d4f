/** How long a row must have been in view before scrolling past counts as having seen it, ms. */
export const seenAfterMs = 1000;

/** Where a row is: in view, above the window, or elsewhere. */
type RowPlace = 'in-view' | 'above' | 'elsewhere';

/**
 * Follows one row and finds out when the user looked at it and scrolled past: in view for a second, then gone over the top.
 * A row that is jumped over, or left at the bottom, was not looked at.
 * @param now monotonic milliseconds
 * @returns takes the row's place; returns true when it has just been scrolled past
 */
export function createPassedRow(now: () => number): (place: RowPlace) => boolean {
  let since: number | null = null;
  return (place) => {
    if (place === 'in-view') {
      since ??= now();
      return false;
    }
    const from = since;
    since = null;
    return place === 'above' && from !== null && now() - from >= seenAfterMs;
  };
}

/** Returns where a row is. @param middle of the row, and @param top of the window, px */
export function placeOfRow(isHalfInView: boolean, middle: number, top: number): RowPlace {
  if (isHalfInView) return 'in-view';
  return middle <= top ? 'above' : 'elsewhere';
}

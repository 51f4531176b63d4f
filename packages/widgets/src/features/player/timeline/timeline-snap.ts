import type { TimeWindow } from './timeline-scale.ts';

/** Something worth hitting: an event, an edge of a recording, a playhead. */
export interface SnapTarget {
  readonly at: number;
  /** Pixels from which it draws the pointer. */
  readonly reach: number;
}

/** Reach of an event and of an edge, pixels: events win where both are. */
export const eventReach = 8;
export const edgeReach = 5;

/**
 * The target that draws a moment, the nearest of those in reach; null: none does.
 * @param perPixel milliseconds that a pixel stands for
 */
export function snapTo<T extends SnapTarget>(targets: readonly T[], time: number, perPixel: number): T | null {
  let best: T | null = null;
  let bestDistance = Infinity;
  for (const target of targets) {
    const distance = Math.abs(target.at - time);
    if (distance > target.reach * perPixel) continue;
    // Measured in its own reach: of an event and an edge at the same distance the event is meant.
    const relative = distance / target.reach;
    if (relative < bestDistance) [best, bestDistance] = [target, relative];
  }
  return best;
}

/** Beginnings and ends of recordings; the end is the last instant that has a picture. The growing end is now and no edge. */
export function edgeTargets(recordings: readonly TimeWindow[], window: TimeWindow, now: number): SnapTarget[] {
  return recordings
    .filter(({ from, to }) => to > window.from && from < window.to)
    .flatMap(({ from, to }) => [{ at: from, reach: edgeReach }, ...(now - to > 15_000 ? [{ at: to - 1, reach: edgeReach }] : [])]);
}

import type { TimeWindow } from './timeline-scale.ts';

/** Something to snap to: an event, an edge of a recording, the playhead. */
export interface SnapTarget {
  readonly at: number;
  /** Snap distance, pixels. */
  readonly reach: number;
}

/** Snap distances of events and edges, pixels: events win over edges. */
export const eventReach = 8;
const edgeReach = 5;

/**
 * The nearest target in reach of a moment; null without one.
 * @param perPixel milliseconds per pixel
 */
export function snapTo<T extends SnapTarget>(targets: readonly T[], time: number, perPixel: number): T | null {
  let best: T | null = null;
  let bestDistance = Infinity;
  for (const target of targets) {
    const distance = Math.abs(target.at - time);
    if (distance > target.reach * perPixel) continue;
    // Relative to each target's reach: at equal distance an event wins over an edge.
    const relative = distance / target.reach;
    if (relative < bestDistance) [best, bestDistance] = [target, relative];
  }
  return best;
}

/** Starts and ends of recordings; an end is the last moment with a picture. The growing end of the newest recording is now, not an edge. */
export function edgeTargets(recordings: readonly TimeWindow[], window: TimeWindow, now: number): SnapTarget[] {
  return recordings
    .filter(({ from, to }) => to > window.from && from < window.to)
    .flatMap(({ from, to }) => [{ at: from, reach: edgeReach }, ...(now - to > 15_000 ? [{ at: to - 1, reach: edgeReach }] : [])]);
}

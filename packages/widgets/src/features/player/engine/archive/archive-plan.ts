import type { ArchiveSegment } from '@watchpost/sdk-core';

/** Longer holes between segments are gaps that a person should know of; shorter ones come from rounding. Milliseconds. */
export const gapFrom = 1_500;

export function segmentEnd(segment: ArchiveSegment): number {
  return segment.startMs + segment.durationMs;
}

/** The segment that holds the moment, or else the first one after it; null when there is neither. */
export function segmentAt(segments: readonly ArchiveSegment[], time: number): ArchiveSegment | null {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const segment = segments[middle];
    if (segment && segmentEnd(segment) <= time) low = middle + 1;
    else high = middle;
  }
  return segments[low] ?? null;
}

/** Joins a newly read part of the index to what is known; later knowledge replaces earlier. */
export function mergeSegments(known: readonly ArchiveSegment[], read: readonly ArchiveSegment[]): ArchiveSegment[] {
  const byStart = new Map([...known, ...read].map((segment) => [segment.startMs, segment]));
  return [...byStart.values()].sort((a, b) => a.startMs - b.startMs);
}

/** The part without footage between two segments played in a row, or null. */
export function gapBetween(previousEnd: number, next: ArchiveSegment): { readonly from: number; readonly to: number } | null {
  return next.startMs - previousEnd > gapFrom ? { from: previousEnd, to: next.startMs } : null;
}

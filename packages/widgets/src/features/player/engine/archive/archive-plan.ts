import type { ArchiveSegment } from '@watchpost/sdk-core';

/** Holes between segments longer than this are gaps that the user sees; shorter ones come from rounding. Milliseconds. */
const minGapMs = 1_500;

export function segmentEnd(segment: ArchiveSegment): number {
  return segment.startMs + segment.durationMs;
}

/** The segment at the moment, or else the first one after it; null without either. */
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

/** Merges newly read segments into the known ones; the newer version of a segment wins. */
export function mergeSegments(known: readonly ArchiveSegment[], read: readonly ArchiveSegment[]): ArchiveSegment[] {
  const byStart = new Map([...known, ...read].map((segment) => [segment.startMs, segment]));
  return [...byStart.values()].sort((a, b) => a.startMs - b.startMs);
}

/** The gap between two segments played in sequence, or null. */
export function gapBetween(previousEnd: number, next: ArchiveSegment): { readonly from: number; readonly to: number } | null {
  return next.startMs - previousEnd > minGapMs ? { from: previousEnd, to: next.startMs } : null;
}

import type { QualityRow } from '@watchpost/sdk-core';

/** What can be bad about a row; also its column. */
export type QualityProblem = 'startup' | 'stalls' | 'latency' | 'errors';
export type QualitySort = 'problems' | 'camera' | 'views' | QualityProblem;

/** Below this, a single unlucky view would decide. */
const minViews = 3;
const minWatchedMs = 600_000;
const slowStartP50Ms = 3_000;
const slowStartP95Ms = 8_000;
/** More than one in ten minutes. */
const manyStallsPerHour = 6;
/** HLS is 2 to 3 s behind where it works well. */
const lateMs = 4_000;
const manyErrors = 0.1;
const minErrorViews = 2;

/** Returns null for less than a minute, which says nothing about an hour. */
export function stallsPerHour({ stallCount, watchedMs, stallMs }: QualityRow): number | null {
  const durationMs = watchedMs + stallMs;
  return durationMs < 60_000 ? null : (stallCount * 3_600_000) / durationMs;
}

/** Returns 0 to 1. */
export function errorShare({ views, viewsWithErrors }: QualityRow): number {
  return views === 0 ? 0 : Math.min(1, viewsWithErrors / views);
}

export function hasFewViews({ views }: QualityRow): boolean {
  return views < minViews;
}

/** Decides what is bad about a row, with enough views to say so. */
export function problemsOf(row: QualityRow): readonly QualityProblem[] {
  if (hasFewViews(row)) return [];
  const problems: QualityProblem[] = [];
  if ((row.startupP50Ms ?? 0) > slowStartP50Ms || (row.startupP95Ms ?? 0) > slowStartP95Ms) problems.push('startup');
  if (row.watchedMs >= minWatchedMs && (stallsPerHour(row) ?? 0) > manyStallsPerHour) problems.push('stalls');
  if ((row.latencyP50Ms ?? 0) > lateMs) problems.push('latency');
  if (row.viewsWithErrors >= minErrorViews && errorShare(row) > manyErrors) problems.push('errors');
  return problems;
}

/** Sorts rows: names from A, everything else from the worst or most; unknown values come last either way. */
export function sortRows(
  rows: readonly QualityRow[],
  sort: QualitySort,
  isReversed: boolean,
  titleOf: (cameraId: string) => string,
): readonly QualityRow[] {
  const byName = (a: QualityRow, b: QualityRow): number => titleOf(a.cameraId).localeCompare(titleOf(b.cameraId)) || b.views - a.views;
  const sign = isReversed ? -1 : 1;
  if (sort === 'camera') return rows.toSorted((a, b) => sign * byName(a, b));
  return rows.toSorted((a, b) => {
    const [left, right] = [valueOf(a, sort), valueOf(b, sort)];
    if (left === null || right === null) return Number(left === null) - Number(right === null) || byName(a, b);
    return sign * (right - left) || byName(a, b);
  });
}

function valueOf(row: QualityRow, sort: Exclude<QualitySort, 'camera'>): number | null {
  switch (sort) {
    case 'problems':
      return problemsOf(row).length;
    case 'views':
      return row.views;
    case 'startup':
      return row.startupP50Ms;
    case 'stalls':
      return stallsPerHour(row);
    case 'latency':
      return row.latencyP50Ms;
    case 'errors':
      return errorShare(row);
  }
}

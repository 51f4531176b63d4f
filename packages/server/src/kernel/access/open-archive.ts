import type { Capabilities } from '@watchpost/contract/access/capabilities';
import { AppError } from '../app-error.ts';

/** The part of a camera's archive that is open to a viewer, Unix ms; `from` inclusive, `to` exclusive. */
export interface OpenArchive {
  readonly from: number;
  readonly to: number;
}

export const wholeArchive: OpenArchive = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };

export function openArchive({ archiveFrom, archiveUntil }: Pick<Capabilities, 'archiveFrom' | 'archiveUntil'>): OpenArchive {
  return { from: archiveFrom ?? wholeArchive.from, to: archiveUntil ?? wholeArchive.to };
}

/**
 * Returns what a viewer can see of a requested range: the one place that limits it.
 * @throws {AppError} no-archive-access when all of it is closed
 */
export function openPart<T extends OpenArchive>(open: OpenArchive, range: T): T {
  const from = Math.max(range.from, open.from);
  const to = Math.min(range.to, open.to);
  // An empty range stays what it is: the caller rejects it, or finds nothing.
  if (from >= to && range.from < range.to) throw new AppError('no-archive-access');
  return { ...range, from, to };
}

/** @throws {AppError} no-archive-access for a closed moment */
export function requireOpenAt(open: OpenArchive, at: number): void {
  if (!isOpenAt(open, at)) throw new AppError('no-archive-access');
}

export function isOpenAt({ from, to }: OpenArchive, at: number): boolean {
  return at >= from && at < to;
}

/** Whether all of a range is open: parts of files can't be cut. */
export function isOpenRange(open: OpenArchive, { from, to }: OpenArchive): boolean {
  return from >= open.from && to <= open.to;
}

export function isWholeArchive({ from, to }: OpenArchive): boolean {
  return from === wholeArchive.from && to === wholeArchive.to;
}

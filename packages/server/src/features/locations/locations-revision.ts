import { AppError } from '../../kernel/app-error.ts';

/** Formats a revision as an entity tag. */
export function toEntityTag(revision: number): string {
  return `"${revision}"`;
}

/**
 * Reads the revision in `If-Match`; null when any will do. A compressing proxy makes a tag weak, or appends its method.
 * @throws {AppError} conflict for a tag that was never issued
 * @example readIfMatch('W/"7"') // 7
 */
export function readIfMatch(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const [, revision] = /^\s*(?:W\/)?"(\d{1,15})(?:-\w{1,10})?"\s*$/.exec(header) ?? [];
  if (revision === undefined) throw new AppError('conflict');
  return Number(revision);
}

import { AppError } from '../../kernel/app-error.ts';

/** A revision as an entity tag. */
export function toEntityTag(revision: number): string {
  return `"${revision}"`;
}

/**
 * The revision that `If-Match` names; null when any will do. A proxy that compresses makes a tag weak, or adds how it did to it.
 * @throws {AppError} conflict for a tag that was never given
 * @example readIfMatch('W/"7"') // 7
 */
export function readIfMatch(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const [, revision] = /^\s*(?:W\/)?"(\d{1,15})(?:-\w{1,10})?"\s*$/.exec(header) ?? [];
  if (revision === undefined) throw new AppError('conflict');
  return Number(revision);
}

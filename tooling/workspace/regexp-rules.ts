import { analyse } from 'scslre';

/** Caches results: the same literal occurs in many files. */
const verdicts = new Map<string, boolean>();

/**
 * Whether the time of a regular expression can grow faster than the length of its input: one line from an odd camera would
 * block the whole process. Analyzes its structure, which covers every text, while a test could only try some.
 * @param literal as in the source, `/a+$/g`
 */
export function isSuperLinear(literal: string): boolean {
  const known = verdicts.get(literal);
  if (known !== undefined) return known;
  const end = literal.lastIndexOf('/');
  const { reports } = analyse({ source: literal.slice(1, end), flags: literal.slice(end + 1) });
  verdicts.set(literal, reports.length > 0);
  return reports.length > 0;
}

/** A moment of a camera: an instant in Unix milliseconds, or now. */
export type CameraMoment = number | 'live';

/** Instants before the year 2001 are nobody's footage; they catch seconds given as milliseconds too. */
const earliest = 1_000_000_000_000;

/**
 * Reads `?t=`: Unix milliseconds or an ISO 8601 date and time. Anything else, and the future, means live.
 * @param now Unix milliseconds
 */
export function parseMoment(text: string | null, now: number): CameraMoment {
  if (text === null) return 'live';
  const trimmed = text.trim();
  const time = /^\d{1,16}$/.test(trimmed) ? Number(trimmed) : /^\d{4}-\d\d-\d\dT/.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  return Number.isSafeInteger(time) && time >= earliest && time < now ? time : 'live';
}

/** What `?t=` becomes for a moment; null: no parameter. */
export function momentParameter(moment: CameraMoment): string | null {
  return moment === 'live' ? null : String(Math.round(moment));
}

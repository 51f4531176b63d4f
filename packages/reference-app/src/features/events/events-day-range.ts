/** Longest and shortest distance of a local day from the same day in UTC, ms (zones run from -12 to +14 h). */
const widest = 15 * 3_600_000;

/**
 * The instants of a calendar day in a zone, Unix milliseconds, `to` exclusive: 23, 24 or 25 hours, or whatever the clocks there did (R21).
 * @param day `2026-11-21`
 */
export function dayRange(day: string, timeZone: string): { readonly from: number; readonly to: number } {
  const next = new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return { from: startOfDay(day, timeZone), to: startOfDay(next, timeZone) };
}

/** The first instant whose calendar day is this one or a later one: found by halving, because a zone's rules are only known by asking. */
function startOfDay(day: string, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const middle = Date.parse(`${day}T00:00:00Z`);
  let [before, after] = [middle - widest, middle + widest];
  while (after - before > 1) {
    const half = Math.floor((before + after) / 2);
    if (format.format(half) >= day) after = half;
    else before = half;
  }
  return after;
}

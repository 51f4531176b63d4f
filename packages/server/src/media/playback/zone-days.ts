import type { Span } from '../recording/spans.ts';

const dayMs = 86_400_000;
/** No time zone has changed its clocks twice within this range around a midnight. */
const searchRangeMs = 1.5 * dayMs;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}

/** Returns a time zone's offset from UTC at an instant, ms. */
export function zoneOffset(at: number, timeZone: string): number {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(at)) part[type] = Number(value);
  const shown = Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second);
  return shown - Math.floor(at / 1000) * 1000;
}

/**
 * Returns the first instant of a day, `YYYY-MM-DD`, in a time zone. Where clocks skip midnight the day begins later; a day that a
 * zone left out (Apia, 30 December 2011) begins and ends with the next one; where clocks go back over midnight the repeated part
 * belongs to the new day. So every instant belongs to exactly one day, and days follow each other without a gap.
 */
export function startOfDay(date: string, timeZone: string): number {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  let [low, high] = [midnight - searchRangeMs, midnight + searchRangeMs];
  const [before, after] = [zoneOffset(low, timeZone), zoneOffset(high, timeZone)];
  if (before === after) return midnight - before;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zoneOffset(middle, timeZone) === before) low = middle;
    else high = middle;
  }
  // From `high` on the clocks show the new time.
  return midnight - before < high ? midnight - before : Math.max(high, midnight - after);
}

export interface ZoneDay extends Span {
  readonly date: string;
}

/** Returns the days between two dates, both inclusive, with their boundaries: 23 or 25 hours when clocks change. */
export function* zoneDays(range: { readonly from: string; readonly to: string }, timeZone: string): Generator<ZoneDay> {
  let start = startOfDay(range.from, timeZone);
  for (let date = range.from; date <= range.to;) {
    const next = new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10);
    const end = startOfDay(next, timeZone);
    yield { date, from: start, to: end };
    [date, start] = [next, end];
  }
}

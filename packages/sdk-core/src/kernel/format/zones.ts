/** Returns the IANA name of this device's time zone. @example await client.account.saveTimeZone(ownTimeZone()); */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string | undefined): Intl.DateTimeFormat {
  const key = timeZone ?? '';
  let found = formatters.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(key, found);
  }
  return found;
}

/**
 * Returns a time zone's offset from UTC at a moment, milliseconds; positive east of Greenwich.
 * @param time Unix milliseconds
 * @param timeZone IANA name; the device's own zone when undefined
 * @throws {RangeError} for an unknown time zone
 * @example zoneOffset(Date.UTC(2026, 0, 1), 'Europe/Moscow') // 10_800_000
 */
export function zoneOffset(time: number, timeZone: string | undefined): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatter(timeZone).formatToParts(time)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000;
}

const dayMs = 86_400_000;

/**
 * Returns the moments at which clocks show a local time: none if they skip it, two if they are set back over it.
 * @param local the local time, written as if it were UTC, milliseconds
 * @param timeZone IANA name; the device's own zone when undefined
 * @example momentsAt(Date.UTC(2026, 9, 25, 2, 30), 'Europe/Berlin') // 02:30 CEST, 02:30 CET
 */
export function momentsAt(local: number, timeZone: string | undefined): number[] {
  return aroundOffsets(local, timeZone)
    .map((offset) => local - offset)
    .filter((time) => time + zoneOffset(time, timeZone) === local);
}

/**
 * Returns the moment of a local time. One that clocks skip moves forward with them; of two, the one by the clock of `near` is meant.
 * @param local the local time, written as if it were UTC, milliseconds
 * @param near a moment whose neighbour is meant, Unix milliseconds; the first of two moments without one
 * @example momentAt(Date.UTC(2026, 2, 29, 2, 30), 'Europe/Berlin') // 03:30 CEST
 */
export function momentAt(local: number, timeZone: string | undefined, near?: number): number {
  const moments = momentsAt(local, timeZone);
  const offset = near === undefined ? null : zoneOffset(near, timeZone);
  const [before = 0] = aroundOffsets(local, timeZone);
  return moments.find((time) => local - time === offset) ?? moments[0] ?? local - before;
}

/** The offsets before and after a local time: zones change them at most once within two days. */
function aroundOffsets(local: number, timeZone: string | undefined): number[] {
  return [...new Set([local - dayMs, local + dayMs].map((time) => zoneOffset(time, timeZone)))];
}

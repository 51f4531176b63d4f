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

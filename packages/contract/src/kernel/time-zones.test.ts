import { expect, test } from 'vitest';
import { isTimeZoneName, standardOffset, timeZoneNames, timeZoneRules } from './time-zones.ts';

/** Offset from UTC in minutes, as the platform computes it. */
function offsetAt(zone: string, at: number): number {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return (Date.UTC(parts['year'] ?? 0, (parts['month'] ?? 1) - 1, parts['day'], parts['hour'], parts['minute']) - at) / 60_000;
}
const [january, july] = [Date.UTC(2026, 0, 15, 12), Date.UTC(2026, 6, 15, 12)];

test('the list is sorted from GMT-11 to GMT+14', () => {
  const offsets = timeZoneNames.map(standardOffset);
  expect([offsets[0], offsets.at(-1)]).toEqual([-11 * 60, 14 * 60]);
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
  expect(new Set(timeZoneNames).size).toBe(timeZoneNames.length);
  expect([isTimeZoneName('Europe/Moscow'), isTimeZoneName('toString'), isTimeZoneName('Mars/Base')]).toEqual([true, false, false]);
});

test.each(timeZoneNames)('%s: the rule matches the platform’s data', (zone) => {
  // July has summer time in the north and January in the south; otherwise both offsets are the same.
  const offsets = [offsetAt(zone, january), offsetAt(zone, july)];
  expect(Math.min(...offsets)).toBe(standardOffset(zone));
  expect(offsets[0] !== offsets[1]).toBe(timeZoneRules[zone].includes(','));
});

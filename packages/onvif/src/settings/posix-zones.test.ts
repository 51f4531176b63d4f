import { timeZoneNames, timeZoneRules } from '@watchpost/contract/kernel';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zoneOfRule } from './posix-zones.ts';

test.each([
  ['MSK-3', 'Europe/Moscow'],
  ['CST-8:00:00', 'Asia/Shanghai'],
  ['CST-8', 'Asia/Shanghai'],
  ['<+0530>-5:30', 'Asia/Kolkata'],
  ['XYZ-9:30', 'Australia/Darwin'],
  ['EST5EDT,M3.2.0/2:00:00,M11.1.0/2:00:00', 'America/New_York'],
  // Some manufacturers write the offset of daylight saving time relative to standard time instead of UTC.
  ['CST+5:00:00DST01:00:00,M3.2.0/02:00:00,M11.1.0/02:00:00', 'America/New_York'],
  ['GMT+00:00:00DST01:00:00,M3.5.0/01:00:00,M10.5.0/02:00:00', 'Europe/London'],
  [' UTC0 ', 'Etc/UTC'],
])('%s is %s', (rule, zone) => {
  expect(zoneOfRule(rule)).toBe(zone);
});

test.each(['', 'Europe/Moscow', 'GMT+3:17', 'MSK-3,M3.5.0', 'EST5EDT', 'x'.repeat(200), '<a b>-3'])('%s is not in the list', (rule) => {
  expect(zoneOfRule(rule)).toBe(null);
});

test('each rule of the list leads back to a zone with that same rule', () => {
  for (const zone of timeZoneNames)
    expect(timeZoneRules[zoneOfRule(timeZoneRules[zone]) ?? 'Pacific/Kiritimati']).toBe(timeZoneRules[zone]);
});

test('any text is parsed quickly and never throws', () => {
  fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => void zoneOfRule(text)));
});

import { timeZoneNames } from '@watchpost/sdk-core';
import { expect, test } from 'vitest';
import { matchesZone, zoneLabel } from './camera-settings-zone-names.ts';

test('zones have names in both languages, with their offsets', () => {
  expect(zoneLabel('Europe/Moscow', 'en')).toBe('(GMT+03:00) Moscow, Saint Petersburg');
  expect(zoneLabel('Asia/Kolkata', 'ru')).toBe('(GMT+05:30) Мумбаи, Калькутта, Нью-Дели');
  expect(zoneLabel('America/St_Johns', 'en')).toBe('(GMT-03:30) Newfoundland');
  expect([zoneLabel(timeZoneNames[0] ?? 'Etc/UTC', 'en'), zoneLabel(timeZoneNames.at(-1) ?? 'Etc/UTC', 'en')]).toEqual([
    '(GMT-11:00) Midway',
    '(GMT+14:00) Line Islands',
  ]);
  for (const locale of ['en', 'ru'] as const) {
    const labels = timeZoneNames.map((zone) => zoneLabel(zone, locale));
    expect(new Set(labels).size).toBe(timeZoneNames.length);
  }
});

test.each([
  ['питер', []],
  ['Петербург', ['Europe/Moscow']],
  ['moscow', ['Europe/Moscow']],
  ['new york', ['America/New_York']],
  ['+5:30', []],
  ['+05:30', ['Asia/Kolkata']],
  ['кишинев', ['Europe/Chisinau']],
  ['gmt+14', ['Pacific/Kiritimati']],
])('"%s" finds %o', (typed, zones) => {
  expect(timeZoneNames.filter((zone) => matchesZone(zone, typed))).toEqual(zones);
});
test('an empty query finds all zones', () => {
  expect(timeZoneNames.every((zone) => matchesZone(zone, '  '))).toBe(true);
});

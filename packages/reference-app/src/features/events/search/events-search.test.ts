// @vitest-environment jsdom
import { isCalendarDate } from '@watchpost/sdk-core';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { applyLocale, startTranslations, withTexts } from '../../../shared/i18n/i18n.ts';
import type { AppLocale } from '../../../shared/i18n/i18n.ts';
import { parseEventSearch, searchRange } from './events-search.ts';
import type { SearchSituation } from './events-search.ts';

const cameras = [
  { id: 'aisle', names: ['Warehouse, aisle 4', 'Склад', 'Northgate'] },
  { id: 'park', names: ['Car park', 'Northgate'] },
  { id: 'door', names: ['Front door', 'Home'] },
];
// A Friday.
const today = '2026-11-27';
const everything = { types: [], cameraIds: null, day: null, aroundMinutes: null, unknown: [] };

async function situation(locale: AppLocale): Promise<SearchSituation> {
  await startTranslations();
  const { searchWords } = await withTexts(() => import('./events-search-words.ts'));
  await applyLocale(locale);
  return { cameras, words: searchWords(), today };
}
afterAll(() => applyLocale('en'));

describe.each<{ locale: AppLocale; cases: readonly (readonly [string, object])[] }>([
  {
    locale: 'en',
    cases: [
      ['person warehouse yesterday 14:00', { types: ['human'], cameraIds: ['aisle'], day: '2026-11-26', aroundMinutes: 840 }],
      ['Yesterday at 2pm: people'.replace(':', ''), { types: ['human'], day: '2026-11-26', aroundMinutes: 840 }],
      ['car park', { cameraIds: ['park'] }],
      ['car car park', { types: ['vehicle'], cameraIds: ['park'] }],
      ['northgate', { cameraIds: ['aisle', 'park'] }],
      ['northgate aisle', { cameraIds: ['aisle'] }],
      ['carpet', { unknown: ['carpet'] }],
      ['motion and vehicles on friday', { types: ['motion', 'vehicle'], day: today }],
      ['sat', { day: '2026-11-21' }],
      ['2026-11-03 9:30', { day: '2026-11-03', aroundMinutes: 570 }],
      ['28.11', { day: '2025-11-28' }],
      ['12am', { aroundMinutes: 0 }],
      ['25:00', { unknown: ['25:00'] }],
      ['  ', {}],
    ],
  },
  {
    locale: 'ru',
    cases: [
      ['человек склад вчера 14:00', { types: ['human'], cameraIds: ['aisle'], day: '2026-11-26', aroundMinutes: 840 }],
      ['люди и машины в пятницу', { types: ['human', 'vehicle'], day: today }],
      ['движение сегодня около 9:05', { types: ['motion'], day: today, aroundMinutes: 545 }],
      ['ср', { day: '2026-11-25' }],
    ],
  },
])('$locale', ({ locale, cases }) => {
  test.each(cases)('%s', async (query, found) => {
    expect(parseEventSearch(query, await situation(locale))).toEqual({ ...everything, ...found });
  });
});

test('a time is that of the cameras, half an hour around it; a day is a whole one', () => {
  const search = { ...everything, day: '2026-11-26', aroundMinutes: 840 };
  const noon = Date.parse('2026-11-26T12:00:00Z');
  const [morning, evening] = [Date.parse('2026-11-27T09:00:00Z'), Date.parse('2026-11-27T20:00:00Z')];
  expect(searchRange(search, evening, 'Europe/Moscow')).toEqual({ from: noon - 3_600_000 - 1_800_000, to: noon - 3_600_000 + 1_800_000 });
  expect(searchRange({ ...search, aroundMinutes: null }, evening, 'UTC')).toEqual({ from: noon - 43_200_000, to: noon + 43_200_000 });
  expect(searchRange({ ...search, day: null }, evening, 'UTC')).toEqual({
    from: noon + 86_400_000 + 5_400_000,
    to: noon + 86_400_000 + 9_000_000,
  });
  // In the morning, 14:00 is yet to come: yesterday's is meant.
  expect(searchRange({ ...search, day: null }, morning, 'UTC')).toEqual({ from: noon + 5_400_000, to: noon + 9_000_000 });
  expect(searchRange(everything, evening, 'UTC')).toBeNull();
});

test('any text is understood or named as unknown, never an error', async () => {
  const all = await situation('en');
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (query) => {
      const { day, aroundMinutes, cameraIds } = parseEventSearch(query, all);
      expect(day === null || isCalendarDate(day)).toBe(true);
      expect(aroundMinutes === null || (aroundMinutes >= 0 && aroundMinutes < 1440)).toBe(true);
      expect(cameraIds === null || cameraIds.length > 0).toBe(true);
    }),
  );
});

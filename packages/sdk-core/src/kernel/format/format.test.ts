import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { createMask } from '../forms/mask.ts';
import { formatDate, formatDateTime, formatTime, zoneMark } from './dates.ts';
import { formatDuration } from './durations.ts';
import { cacheFormatters } from './formatters.ts';
import { formatMoment } from './moments.ts';
import { formatBytes, formatList, formatNumber } from './numbers.ts';
import { formatPhone } from './phone.ts';
import { formatAge, formatRelative } from './relative.ts';
import { ownTimeZone, zoneOffset } from './zones.ts';

/** Thin spaces made visible. */
const visible = (text: string): string => text.replaceAll('\u202F', '_');

test('clocks, dates and durations are formatted', () => {
  expect(formatTime(Date.UTC(2026, 0, 1, 21, 5, 9), { locale: 'en', timeZone: 'Europe/Moscow' })).toBe('00:05:09');
  expect(formatTime(Date.UTC(2026, 0, 1, 11, 5), { locale: 'ru', timeZone: 'UTC', seconds: false })).toBe('11:05');
  expect(formatDate(Date.UTC(2026, 10, 21), { locale: 'ru', timeZone: 'UTC', year: true })).toBe('21 ноября 2026 г.');
  expect(formatDateTime(Date.UTC(2026, 10, 21, 5), { locale: 'ru', timeZone: 'UTC' })).toBe('21 ноября, 05:00:00');
  expect([0, 62_000, 3_723_000].map(formatDuration)).toEqual(['0:00', '1:02', '1:02:03']);
});

/** Whatever zone this test runs in, one of these shows another time. */
const elsewhere = zoneOffset(0, 'Pacific/Kiritimati') === zoneOffset(0, undefined) ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';
const plain = (text: string): string => text.replaceAll('\u00A0', ' ');

test('a zone is named only if the user’s own clock shows another time', () => {
  const time = Date.UTC(2026, 10, 21, 11, 2, 11);
  for (const locale of ['en', 'ru'] as const) {
    expect(zoneMark(time, { locale, timeZone: ownTimeZone() })).toBe('');
    expect(zoneMark(time, { locale })).toBe('');
    expect(plain(zoneMark(time, { locale, timeZone: elsewhere }))).toMatch(/^ GMT[+-]1[14]$/);
    expect(plain(formatTime(time, { locale, timeZone: elsewhere, seconds: false, zone: true }))).toMatch(/^\d\d:02 GMT[+-]1[14]$/);
    expect(formatTime(time, { locale, timeZone: elsewhere })).toMatch(/^\d\d:02:11$/);
  }
  // A whole day apart: the same time of day on another date.
  for (const zone of ['Etc/GMT-14', 'Etc/GMT+10', 'Etc/GMT-12', 'Etc/GMT+12']) {
    expect(zoneMark(time, { locale: 'en', timeZone: zone }) === '').toBe(zoneOffset(time, zone) === zoneOffset(time, undefined));
  }
});

test('a moment is formatted as its time of day, with date and year unless they are today’s', () => {
  const now = Date.UTC(2026, 10, 21, 13, 38, 24);
  const formatted = (time: number, locale: 'en' | 'ru' = 'en'): string =>
    plain(formatMoment(time, now, { locale, timeZone: 'Europe/Moscow' })).replace(/ GMT\+3$/, '');
  expect(formatted(Date.UTC(2026, 10, 21, 10, 58))).toBe('13:58');
  // Yesterday in UTC, today by the camera's clock.
  expect(formatted(Date.UTC(2026, 10, 20, 21, 30))).toBe('00:30');
  expect([formatted(Date.UTC(2026, 10, 20, 10, 58)), formatted(Date.UTC(2026, 10, 20, 10, 58), 'ru')]).toEqual([
    '20 November, 13:58',
    '20 ноября, 13:58',
  ]);
  expect([formatted(Date.UTC(2025, 10, 21, 10, 58)), formatted(Date.UTC(2025, 10, 21, 10, 58), 'ru')]).toEqual([
    '21 November 2025, 13:58',
    '21 ноября 2025 г., 13:58',
  ]);
});

describe('a phone number', () => {
  test.each([
    ['', ''],
    ['7', '+7'],
    ['79', '+7 (9'],
    ['7999', '+7 (999'],
    ['79991', '+7 (999) 1'],
    ['7999123', '+7 (999) 123'],
    ['79991234', '+7 (999) 123-4'],
    ['799912345', '+7 (999) 123-45'],
    ['79991234567', '+7 (999) 123-45-67'],
    ['+7 (999) 123-45-67', '+7 (999) 123-45-67'],
    ['799912345678', '+7 (999) 123-45-678'],
  ])('%s is %s', (digits, text) => expect(formatPhone(digits)).toBe(text));

  test('has its insertions at 0, 2, 6, 10 and 13, each counted as one position', () => {
    const row: string[] = [...'79991234567'];
    for (const [place, insertion] of [
      [0, '+'],
      [2, ' ('],
      [6, ') '],
      [10, '-'],
      [13, '-'],
    ] as const)
      row.splice(place, 0, insertion);
    expect(formatPhone('79991234567')).toBe(row.join(''));
  });

  test('reads the same as its mask formats it', () => {
    const mask = createMask('+# (###) ###-##-##');
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 11 }), (digits) => {
        expect(mask.format(digits).value).toBe(formatPhone(digits));
      }),
    );
  });
});

test('numbers are formatted', () => {
  expect(visible(formatNumber(-1_234_567.891, { locale: 'ru' }))).toBe('−1_234_567,891');
  expect(formatNumber(1_234.56, { locale: 'en', maximumFractionDigits: 1 })).toBe('1,234.6');
  expect(formatNumber(0, { locale: 'en' })).toBe('0');
});

test.each([
  [0, '0_bytes', '0_байт'],
  [1, '1_byte', '1_байт'],
  [999, '999_bytes', '999_байт'],
  [1_000, '1_kB', '1_кБ'],
  [1_234, '1.2_kB', '1,2_кБ'],
  [9_949, '9.9_kB', '9,9_кБ'],
  [9_950, '10_kB', '10_кБ'],
  [12_345_678, '12_MB', '12_МБ'],
  [999_499, '999_kB', '999_кБ'],
  [999_500, '1_MB', '1_МБ'],
  [1_234_000_000, '1.2_GB', '1,2_ГБ'],
  [2_500_000_000_000, '2.5_TB', '2,5_ТБ'],
  [1e18, '1,000_PB', '1_000_ПБ'],
])('%i bytes', (bytes, english, russian) => {
  expect(visible(formatBytes(bytes, { locale: 'en' })).replace(' ', '_')).toBe(english);
  expect(visible(formatBytes(bytes, { locale: 'ru' })).replace(' ', '_')).toBe(russian);
});

test('lists are joined', () => {
  expect(formatList(['a', 'b', 'c'], { locale: 'en' })).toBe('a, b, and c');
  expect(formatList(['a', 'b', 'c'], { locale: 'ru' })).toBe('a, b и c');
  expect(formatList(['a', 'b'], { locale: 'ru', type: 'or' })).toBe('a или b');
  expect(formatList([], { locale: 'en' })).toBe('');
});

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [0, 'now', 'сейчас'],
  [-59 * second, 'now', 'сейчас'],
  [-minute, '1 minute ago', '1 минуту назад'],
  [-5 * minute - 59 * second, '5 minutes ago', '5 минут назад'],
  [-22 * minute, '22 minutes ago', '22 минуты назад'],
  [-hour, '1 hour ago', '1 час назад'],
  [-day - hour, '1 day ago', '1 день назад'],
  [-29 * day, '29 days ago', '29 дней назад'],
  [-31 * day, '1 month ago', '1 месяц назад'],
  [-400 * day, '1 year ago', '1 год назад'],
  [7 * day, 'in 7 days', 'через 7 дней'],
])('%i ms from now', (offset, english, russian) => {
  const now = Date.UTC(2026, 10, 21);
  expect(formatRelative(now + offset, now, { locale: 'en' })).toBe(english);
  expect(formatRelative(now + offset, now, { locale: 'ru' })).toBe(russian);
});

test.each([
  [-5, '0_sec', '0_с'],
  [59_999, '59_sec', '59_с'],
  [minute, '1_min', '1_мин'],
  [2 * hour + minute, '2_hr', '2_ч'],
  [3 * day, '3_days', '3_дн.'],
])('an age of %i ms', (duration, english, russian) => {
  expect(visible(formatAge(duration, { locale: 'en' })).replace(' ', '_')).toBe(english);
  expect(visible(formatAge(duration, { locale: 'ru' })).replace(' ', '_')).toBe(russian);
});

test('a formatter is created once per language and options', () => {
  let made = 0;
  const formatter = cacheFormatters((locale: string, options: { readonly digits: number }) => ((made += 1), { locale, options }));
  expect(formatter('ru', { digits: 1 })).toBe(formatter('ru', { digits: 1 }));
  expect(made).toBe(1);
  expect(formatter('en', { digits: 1 })).not.toBe(formatter('ru', { digits: 1 }));
  expect(formatter('ru', { digits: 2 })).not.toBe(formatter('ru', { digits: 1 }));
  expect(made).toBe(3);
});

import { expect, test } from 'vitest';
import { readQuiet } from './telegram-quiet.ts';

/** 22:58:30 in Moscow. */
const now = Date.UTC(2026, 10, 27, 19, 58, 30);
const minute = 60_000;
const hour = 60 * minute;

test.each([
  ['', hour],
  ['30m', 30 * minute],
  ['30 мин', 30 * minute],
  ['2h', 2 * hour],
  [' 2Ч ', 2 * hour],
  ['7d', 7 * 24 * hour],
  ['2 hours', 2 * hour],
  ['45 minutes', 45 * minute],
  ['1 час', hour],
  ['5 часов', 5 * hour],
  ['21 минуту', 21 * minute],
  ['2 дня', 2 * 24 * hour],
  ['until 8', 9 * hour + 1.5 * minute],
  ['до 8', 9 * hour + 1.5 * minute],
  ['until 8:00', 9 * hour + 1.5 * minute],
  ['до 8:00', 9 * hour + 1.5 * minute],
  ['8.00', 9 * hour + 1.5 * minute],
  ['22:59', 0.5 * minute],
  ['22:58', 24 * hour - 0.5 * minute],
])('%j lasts %d ms', (text, duration) => {
  expect(readQuiet(text, now, 'Europe/Moscow')).toEqual({ until: now + duration });
});

test.each(['off', 'выкл', '0'])('%j ends the pause', (text) => {
  expect(readQuiet(text, now, null)).toEqual({ until: null });
});

test.each(['8d', '24:00', '8:60', 'soon', '-2h', '0h', '99999h', 'until tomorrow', 'until 24', '8'])('%j is no pause', (text) => {
  expect(readQuiet(text, now, null)).toBeNull();
});

test('a clock time is met although the clocks change before it', () => {
  // Berlin, the night of 25 October 2026: at 3:00 summer time it is 2:00 again.
  const evening = Date.UTC(2026, 9, 24, 20, 0);
  expect(readQuiet('8:00', evening, 'Europe/Berlin')).toEqual({ until: Date.UTC(2026, 9, 25, 7, 0) });
  // The night of 29 March 2026, an hour is skipped.
  expect(readQuiet('8:00', Date.UTC(2026, 2, 28, 21, 0), 'Europe/Berlin')).toEqual({ until: Date.UTC(2026, 2, 29, 6, 0) });
});

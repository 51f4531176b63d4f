import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressOf, parseDate, parseMoment } from './cameras-time.ts';

const now = Date.UTC(2026, 10, 21, 13, 38, 24);

describe('t', () => {
  test.each([
    [null, 'live'],
    ['', 'live'],
    ['1763728704000', 1_763_728_704_000],
    ['2026-11-21T16:38:00+03:00', Date.UTC(2026, 10, 21, 13, 38)],
    ['2026-11-21T13:38:00.250Z', Date.UTC(2026, 10, 21, 13, 38, 0, 250)],
    ['2026-11-21', 'live'],
    ['1763728704', 'live'],
    ['-5', 'live'],
    ['1e12', 'live'],
    ['tomorrow', 'live'],
    [String(now + 1), 'live'],
    ['9999999999999999', 'live'],
  ] as const)('%j → %s', (text, expected) => {
    expect(parseMoment(text, now)).toBe(expected);
  });

  test('a written moment is parsed to the same moment', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000_000_000_000, max: now - 1 }), (time) => {
        expect(parseMoment(addressOf(time, 'Europe/Moscow').t, now)).toBe(time);
      }),
    );
    expect(addressOf('live', 'Europe/Moscow')).toEqual({ t: null, date: null });
  });
});

describe('date', () => {
  test('is the day in the camera’s time zone, not the viewer’s', () => {
    const time = Date.UTC(2026, 10, 21, 22, 30);
    expect([addressOf(time, 'Europe/Moscow').date, addressOf(time, 'UTC').date, addressOf(time, 'America/Santiago').date]).toEqual([
      '2026-11-22',
      '2026-11-21',
      '2026-11-21',
    ]);
  });
  test.each([
    [null, '2026-11-21', '2026-11-21'],
    ['1763728704000', '2026-11-21', null],
    [null, '2026-02-30', null],
    [null, '21.11.2026', null],
    [null, null, null],
  ] as const)('t=%j date=%j → %j', (t, date, expected) => expect(parseDate(t, date)).toBe(expected));
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { momentParameter, parseMoment } from './cameras-time.ts';

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

  test('what is written is read again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000_000_000_000, max: now - 1 }), (time) => {
        expect(parseMoment(momentParameter(time), now)).toBe(time);
      }),
    );
    expect(momentParameter('live')).toBeNull();
  });
});

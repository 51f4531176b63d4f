import { describe, expect, test } from 'vitest';
import { daysUntilFull, type Growth } from './operator-forecast.ts';

const gigabyte = 1e9;

test.each<[string, readonly Growth[], number, number | null]>([
  ['nothing recorded', [], 100 * gigabyte, null],
  ['a camera that records nothing', [{ bytesPerDay: 0, daysUntilBalance: 7 }], gigabyte, null],
  ['as much deleted as recorded', [{ bytesPerDay: 10 * gigabyte, daysUntilBalance: 0 }], gigabyte, null],
  ['balance before the disk is full', [{ bytesPerDay: 10 * gigabyte, daysUntilBalance: 7 }], 71 * gigabyte, null],
  ['full at the very moment of balance', [{ bytesPerDay: 10 * gigabyte, daysUntilBalance: 7 }], 70 * gigabyte, 7],
  ['full before', [{ bytesPerDay: 10 * gigabyte, daysUntilBalance: 30 }], 45 * gigabyte, 4.5],
  ['full now', [{ bytesPerDay: 1, daysUntilBalance: 30 }], 0, 0],
  ['more than full now, with nothing recorded', [], -1, 0],
  [
    'two cameras, one of them balanced after two days',
    [
      { bytesPerDay: 10 * gigabyte, daysUntilBalance: 2 },
      { bytesPerDay: 10 * gigabyte, daysUntilBalance: 30 },
    ],
    60 * gigabyte,
    4,
  ],
])('%s', (_name, growths, room, expected) => {
  expect(daysUntilFull(growths, room)).toEqual(expected);
});

/** A generator of repeatable numbers, 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

describe('for any cameras', () => {
  const random = createRandom(20_261_127);
  const cases = Array.from({ length: 300 }, () => {
    const growths = Array.from({ length: Math.floor(random() * 6) }, () => ({
      bytesPerDay: Math.floor(random() * 50) * gigabyte,
      daysUntilBalance: Math.floor(random() * 40),
    }));
    return { growths, room: (1 + Math.floor(random() * 2000)) * gigabyte };
  });
  /** What is recorded beyond what is deleted until a day, added up by steps instead of by a formula. */
  const grownUntil = (growths: readonly Growth[], day: number): number =>
    growths.reduce((sum, { bytesPerDay, daysUntilBalance }) => sum + bytesPerDay * Math.min(day, daysUntilBalance), 0);

  test('the room is used up exactly then, and not before; without a day it never is', () => {
    for (const { growths, room } of cases) {
      const days = daysUntilFull(growths, room);
      if (days === null) expect(grownUntil(growths, 10_000)).toBeLessThan(room);
      else {
        expect(Math.abs(grownUntil(growths, days) - room)).toBeLessThan(1);
        expect(grownUntil(growths, days * 0.999)).toBeLessThan(room);
      }
    }
  });

  test('more room, a camera less or fewer days never bring it forward; the order of the cameras does not matter', () => {
    const until = (growths: readonly Growth[], room: number): number => daysUntilFull(growths, room) ?? Infinity;
    for (const { growths, room } of cases) {
      const days = until(growths, room);
      expect(until(growths, room + gigabyte)).toBeGreaterThanOrEqual(days);
      expect(until(growths.slice(1), room)).toBeGreaterThanOrEqual(days - 1e-9);
      expect(
        until(
          growths.map((growth) => ({ ...growth, daysUntilBalance: growth.daysUntilBalance / 2 })),
          room,
        ),
      ).toBeGreaterThanOrEqual(days - 1e-9);
      expect(until(growths.toReversed(), room)).toBeCloseTo(days, 9);
    }
  });
});

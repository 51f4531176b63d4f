import { expect, test } from 'vitest';
import { nextRow } from './events-skim.ts';

test.each([
  [5, -1, 'KeyJ', 0],
  [5, -1, 'KeyK', null],
  [5, 0, 'KeyJ', 1],
  [5, 4, 'KeyJ', 4],
  [5, 0, 'KeyK', 0],
  [5, 3, 'KeyK', 2],
  [0, -1, 'KeyJ', null],
  [5, 1, 'KeyL', null],
] as const)('of %i rows at %i, %s leads to %s', (count, current, code, expected) => {
  expect(nextRow(count, current, code)).toBe(expected);
});

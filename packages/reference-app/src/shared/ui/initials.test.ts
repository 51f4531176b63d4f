import { expect, test } from 'vitest';
import { initials } from './initials.ts';

test.each([
  ['anna.k@northgate.ru', 'AK'],
  ['owner@example.test', 'OW'],
  ['a@b.ru', 'A'],
  ['анна-котова@почта.рф', 'АК'],
  ['', '?'],
])('%s → %s', (email, expected) => {
  expect(initials(email)).toBe(expected);
});

import { expect, test } from 'vitest';
import { findSlowRun } from './long-runs.ts';

test('a parser whose time grows with the square of the length is found', () => {
  // Long enough to be found, and short enough not to hold up this test.
  expect(findSlowRun('a b', (text) => /\s+$/.test(`${text.slice(0, 30_000)}b`))).toContain('40000 × ');
});

test('one that reads each character once is not, however slow the machine', () => {
  expect(findSlowRun('a b', (text) => text.trimEnd())).toBeNull();
});

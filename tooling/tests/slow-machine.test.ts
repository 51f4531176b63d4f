import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/root.ts';
import { listFiles } from '../lib/workspace.ts';
import { slowFactor } from './slow-machine.ts';

test.each([
  [undefined, 1],
  ['3', 3],
  ['0.1', 1],
  ['slow', 1],
])('WATCHPOST_TEST_SLOW=%s multiplies limits by %i', (value, expected) => {
  expect(slowFactor(value)).toBe(expected);
});

test('browser tests take the limits of long waits from there', () => {
  const own = listFiles(root, 'e2e')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.integration.test.ts'))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .map((line, index) => ({ line, at: `${file}:${index + 1}` })),
    )
    // A screenshot of a failed test, and SQLite's own lock, are no conditions of a test.
    .filter(({ line }) => /timeout: \d{2,}_\d{3}/.test(line) && !/^\s*test\b|screenshot|DatabaseSync/.test(line));
  expect(own.map(({ at }) => at)).toEqual([]);
});

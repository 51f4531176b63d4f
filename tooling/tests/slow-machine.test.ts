import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/root.ts';
import { codeFolders, listFiles } from '../lib/workspace.ts';
import { slowFactor } from './slow-machine.ts';

test.each([
  [undefined, 1],
  ['3', 3],
  ['0.1', 1],
  ['slow', 1],
])('WATCHPOST_TEST_SLOW=%s multiplies limits by %i', (value, expected) => {
  expect(slowFactor(value)).toBe(expected);
});

test('browser tests take the limits of long waits and of whole tests from there', () => {
  const own = listFiles(root, 'e2e')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.integration.test.ts'))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .map((line, index) => ({ line, at: `${file}:${index + 1}` })),
    )
    // A screenshot of a failed test, and SQLite's own lock, are no conditions of a test.
    .filter(({ line }) => /timeout: \d{2,}_\d{3}|^\s*\}, \d+_\d{3}\);$/.test(line) && !/^\s*test\b|screenshot|DatabaseSync/.test(line));
  expect(own.map(({ at }) => at)).toEqual([]);
});

test('tests with processes of their own do, too, also those of a whole test or hook', () => {
  const own = codeFolders
    .flatMap((folder) => listFiles(root, folder))
    .filter((file) => file.endsWith('.integration.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return (
        [/^.*\btimeout: \d[\d_]{2,}.*$/gm, /\},\s+\d+_\d{3},?\s*\);/g]
          .flatMap((limit) => [...text.matchAll(limit)])
          // A client of another author has a limit of its own.
          .filter(([found]) => !found.includes('password, timeout'))
          .map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}`)
      );
    });
  expect(own).toEqual([]);
});

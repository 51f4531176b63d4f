import { expect, test } from 'vitest';
import { readIfMatch, toEntityTag } from './locations-revision.ts';

test.each([
  [undefined, null],
  ['*', null],
  ['"0"', 0],
  ['"17"', 17],
  ['W/"17"', 17],
  ['"17-gzip"', 17],
  [toEntityTag(9_000_000), 9_000_000],
])('If-Match: %s names %s', (header, revision) => {
  expect(readIfMatch(header)).toBe(revision);
});

test.each(['', '17', '"x"', '"-1"', '"1", "2"', `"${'9'.repeat(16)}"`])('If-Match: %s was never issued', (header) => {
  expect(() => readIfMatch(header)).toThrow('conflict');
});

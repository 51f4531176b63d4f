import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { collect } from '../testing/collect.ts';
import { paged } from './paged.ts';

/** A list on a server, in pages of `size`; also counts the requests. */
function listOf(items: readonly number[], size: number) {
  const requests: (string | undefined)[] = [];
  const load = async (cursor: string | undefined) => {
    requests.push(cursor);
    const start = Number(cursor ?? 0);
    const end = start + size;
    return { numbers: items.slice(start, end), next: end < items.length ? String(end) : null };
  };
  return { requests, list: (cursor?: string) => paged(load, cursor, ({ numbers }) => numbers) };
}

test('every item comes once and in order, from as few requests as there are pages', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer(), { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), async (items, size) => {
      const { list, requests } = listOf(items, size);
      expect(await collect(list())).toEqual(items);
      expect(requests).toHaveLength(Math.max(1, Math.ceil(items.length / size)));
    }),
  );
});

test('it is its first page, too; an iteration uses that, and requests a page only when it is reached', async () => {
  const { list, requests } = listOf([1, 2, 3, 4, 5], 2);
  const numbers = list('2');
  expect(await numbers).toEqual({ numbers: [3, 4], next: '4' });
  for await (const number of numbers) if (number === 4) break;
  expect(requests).toEqual(['2']);
  expect([await collect(numbers), requests]).toEqual([
    [3, 4, 5],
    ['2', '4'],
  ]);
});

test('a page that fails ends the iteration with its error', async () => {
  const pages = paged(
    async (cursor) => {
      if (cursor) throw new Error('offline');
      return { numbers: [1], next: 'more' };
    },
    undefined,
    ({ numbers }) => numbers,
  );
  const seen: number[] = [];
  await expect(
    (async () => {
      for await (const number of pages) seen.push(number);
    })(),
  ).rejects.toThrow('offline');
  expect(seen).toEqual([1]);
});

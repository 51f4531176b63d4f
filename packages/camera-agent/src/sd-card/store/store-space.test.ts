import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toOverwrite } from './store-space.ts';

const videos = fc.uniqueArray(fc.record({ startAt: fc.nat(1_000_000), size: fc.integer({ min: 1, max: 1000 }) }), {
  selector: ({ startAt }) => startAt,
  maxLength: 40,
});
const sum = (list: readonly { readonly size: number }[]): number => list.reduce((total, { size }) => total + size, 0);

test('deletes the oldest recordings until the space suffices, and no more', () => {
  fc.assert(
    fc.property(videos, fc.integer({ min: -1000, max: 30_000 }), (stored, missing) => {
      const gone = toOverwrite(stored, missing);
      const oldestFirst = stored.toSorted((a, b) => a.startAt - b.startAt);
      expect(gone).toEqual(oldestFirst.slice(0, gone.length));
      const isRoom = (removed: readonly { readonly size: number }[]): boolean => sum(removed) >= missing;
      if (gone.length < stored.length) expect(isRoom(gone)).toBe(true);
      if (gone.length > 0) expect(isRoom(gone.slice(0, -1))).toBe(false);
    }),
  );
});

test('deletes nothing while the space suffices', () => {
  expect(toOverwrite([{ startAt: 1, size: 10 }], 0)).toEqual([]);
});

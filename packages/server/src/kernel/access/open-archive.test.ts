import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOpenAt, isOpenRange, isWholeArchive, openArchive, openPart, requireOpenAt, wholeArchive } from './open-archive.ts';

const time = fc.integer({ min: 0, max: 20 });
const limit = fc.option(time, { nil: null });

test('of a requested range exactly the open moments remain; without any it is refused', () => {
  fc.assert(
    fc.property(limit, limit, time, time, (archiveFrom, archiveUntil, from, length) => {
      const open = openArchive({ archiveFrom, archiveUntil });
      const to = from + length + 1;
      const moments = Array.from({ length: length + 1 }, (_, index) => from + index).filter((at) => isOpenAt(open, at));
      const part = (): unknown => openPart(open, { from, to });
      if (moments.length === 0) expect(part).toThrow('no-archive-access');
      else expect(part()).toEqual({ from: moments[0], to: (moments.at(-1) ?? 0) + 1 });
      expect(isOpenRange(open, { from, to })).toBe(moments.length === length + 1);
    }),
  );
});

test('the end of the open part is closed, its beginning is not', () => {
  const open = openArchive({ archiveFrom: 5, archiveUntil: 9 });
  for (const at of [5, 8]) requireOpenAt(open, at);
  for (const at of [4, 9]) expect(() => requireOpenAt(open, at)).toThrow('no-archive-access');
  expect([isWholeArchive(open), isWholeArchive(openArchive({ archiveFrom: null, archiveUntil: null })), wholeArchive.to]).toEqual([
    false,
    true,
    Number.MAX_SAFE_INTEGER,
  ]);
});

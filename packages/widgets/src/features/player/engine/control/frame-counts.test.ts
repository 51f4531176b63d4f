import { expect, test } from 'vitest';
import { createFrameCounts } from './frame-counts.ts';

test('counts on where an engine begins again', () => {
  const count = createFrameCounts();
  const seen = [
    [100, 2],
    [150, 2],
    // A new picture; then one that has dropped more than it had shown before.
    [10, 0],
    [40, 1],
    [60, 0],
  ].map(([total = 0, dropped = 0]) => count({ total, dropped }));
  expect(seen.map(({ total, dropped }) => [total, dropped])).toEqual([
    [100, 2],
    [150, 2],
    [160, 2],
    [190, 3],
    [250, 3],
  ]);
});

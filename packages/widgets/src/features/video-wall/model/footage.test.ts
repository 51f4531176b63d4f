import { expect, test } from 'vitest';
import type { Footage } from '@watchpost/sdk-core';
import { mergeFootage } from './footage.ts';

const footage = (recordings: Footage['recordings'], over: Partial<Footage> = {}): Footage => ({
  recordings,
  gaps: [],
  oldest: recordings[0]?.from ?? null,
  newest: recordings.at(-1)?.to ?? null,
  ...over,
});

test('a single camera keeps its own footage, with its gaps', () => {
  const one = footage([{ from: 0, to: 5 }], { gaps: [{ from: 5, to: 9, reason: 'offline' }] });
  expect(mergeFootage([null, one])).toBe(one);
  expect(mergeFootage([null, null])).toBeNull();
});

test('several cameras: any recording counts, in order, with adjacent ones joined', () => {
  const merged = mergeFootage([
    footage([
      { from: 10, to: 20 },
      { from: 50, to: 60 },
    ]),
    null,
    footage([
      { from: 0, to: 12 },
      { from: 20, to: 30 },
    ]),
    footage([]),
  ]);
  expect(merged).toEqual({
    recordings: [
      { from: 0, to: 30 },
      { from: 50, to: 60 },
    ],
    gaps: [],
    oldest: 0,
    newest: 60,
  });
});

import { expect, test } from 'vitest';
import { framesOf } from './events-moving.ts';

const at = 1_700_000_000_400;
const secondsOf = (endAt: number | null): number[] => framesOf({ startAt: at, endAt }).map((frame) => (frame - 1_700_000_000_000) / 1000);

test.each([
  ['a short event', at + 500, [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8]],
  ['one that goes on', null, [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8]],
  ['a long one', at + 60_000, [-1, 1, 3, 5, 7, 9, 11, 13, 15, 17]],
])('%s has ten frames, each at a whole second, so that they are cached', (_, endAt, expected) => {
  expect(secondsOf(endAt)).toEqual(expected);
});

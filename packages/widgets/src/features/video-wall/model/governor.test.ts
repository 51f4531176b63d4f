import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allow, firstGovernor, govern, mostLevels } from './governor.ts';
import type { Governor, LoadSample } from './governor.ts';

const easy: LoadSample = { frames: 240, dropped: 0, blocked: 0, pressure: null, tiles: 16 };
const run = (governor: Governor, sample: LoadSample, seconds: number): Governor => Array.from({ length: seconds }).reduce<Governor>((state) => govern(state, sample), governor);
const at = (level: number, over: Partial<Governor> = {}): Governor => ({ ...firstGovernor, level, ...over });

describe('one step', () => {
  test.each<[name: string, from: Governor, sample: LoadSample, seconds: number, level: number]>([
    ['an easy wall plays in full', at(0), easy, 100, 0],
    ['0.4 % dropped in one second may be chance', at(0), { ...easy, frames: 1000, dropped: 4 }, 1, 0],
    ['0.4 % twice: lower, before the promised 0.5 % of a minute are lost', at(0), { ...easy, frames: 1000, dropped: 4 }, 2, 1],
    ['one frame of few is no share', at(0), { ...easy, frames: 15, dropped: 1 }, 10, 0],
    ['a page that is blocked a quarter of the time: lower, though no frame was lost yet', at(0), { ...easy, blocked: 0.25 }, 2, 1],
    ['a processor at its limit: lower, though no frame was lost yet', at(0), { ...easy, pressure: 'critical' }, 2, 1],
    ['every tenth frame lost: at once', at(0), { ...easy, dropped: 24 }, 1, 1],
    ['every third frame lost: two levels at once', at(0), { ...easy, dropped: 80 }, 1, 2],
    ['not below the lowest', at(mostLevels), { ...easy, dropped: 80 }, 10, mostLevels],
    ['nine easy seconds give nothing back', at(2), easy, 9, 2],
    ['ten do, one level', at(2), easy, 10, 1],
    ['a serious processor is neither: nothing is lowered, nothing given back', at(2), { ...easy, pressure: 'serious' }, 100, 2],
    ['nobody plays: nothing is lost', at(0), { ...easy, frames: 0, tiles: 0 }, 100, 0],
  ])('%s', (_name, from, sample, seconds, level) => {
    expect(run(from, sample, seconds).level).toBe(level);
  });
});

test('what was given back too early takes twice as long the next time, and a quiet time forgives', () => {
  const hard: LoadSample = { ...easy, dropped: 24 };
  let governor = run(run(firstGovernor, hard, 1), easy, 10);
  expect(governor).toMatchObject({ level: 0, patience: 10 });
  governor = run(govern(governor, hard), easy, 19);
  expect(governor).toMatchObject({ level: 1, patience: 20 });
  governor = run(govern(run(governor, easy, 1), hard), easy, 39);
  expect(governor).toMatchObject({ level: 1, patience: 40 });
  expect(run(governor, easy, 1 + 161)).toMatchObject({ level: 0, patience: 10 });
});

describe('what a level leaves', () => {
  test.each([
    [0, 16, { full: 16, key: 0 }],
    [1, 16, { full: 8, key: 8 }],
    [2, 16, { full: 1, key: 15 }],
    [3, 16, { full: 0, key: 16 }],
    [4, 16, { full: 0, key: 8 }],
    [5, 16, { full: 0, key: 4 }],
    [5, 1, { full: 0, key: 1 }],
    [1, 1, { full: 1, key: 0 }],
    [2, 0, { full: 0, key: 0 }],
  ])('level %i of %i tiles', (level, tiles, allowed) => expect(allow(level, tiles)).toEqual(allowed));

  test('a lower level never gives more', () => {
    fc.assert(fc.property(fc.nat(25), fc.nat(mostLevels - 1), (tiles, level) => {
      const [here, lower] = [allow(level, tiles), allow(level + 1, tiles)];
      expect(lower.full).toBeLessThanOrEqual(here.full);
      expect(lower.full + lower.key).toBeLessThanOrEqual(here.full + here.key);
      expect(here.full + here.key).toBeLessThanOrEqual(tiles);
      if (tiles > 0) expect(lower.full + lower.key).toBeGreaterThan(0);
    }));
  });
});

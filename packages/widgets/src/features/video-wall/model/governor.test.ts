import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allow, firstGovernor, govern, maxLevel, settle } from './governor.ts';
import type { Governor, LoadSample } from './governor.ts';

const easy: LoadSample = { frames: 240, dropped: 0, blocked: 0, pressure: null };
const run = (governor: Governor, sample: LoadSample, seconds: number): Governor =>
  Array.from({ length: seconds }).reduce<Governor>((state) => govern(state, sample), governor);
const at = (level: number, over: Partial<Governor> = {}): Governor => ({ ...firstGovernor, settling: 0, level, ...over });

describe('one step', () => {
  test.each<[name: string, from: Governor, sample: LoadSample, seconds: number, level: number]>([
    ['an easy wall plays in full', at(0), easy, 100, 0],
    ['what tiles cost to begin with is not looked at', settle(at(0)), { ...easy, dropped: 60, blocked: 0.9 }, 4, 0],
    ['a frame now and then does not count', at(0), { ...easy, frames: 1000, dropped: 1 }, 100, 0],
    ['two hard seconds may be chance', at(0), { ...easy, frames: 1000, dropped: 20 }, 2, 0],
    ['1 % of dropped frames is invisible, and changing tiles would cost more', at(0), { ...easy, frames: 1000, dropped: 10 }, 100, 0],
    ['6 % for three seconds: lower', at(0), { ...easy, frames: 1000, dropped: 60 }, 4, 1],
    ['a page that is blocked half of the time: lower, though no frame was lost yet', at(0), { ...easy, blocked: 0.5 }, 3, 1],
    ['a processor at its limit: lower, though no frame was lost yet', at(0), { ...easy, pressure: 'critical' }, 3, 1],
    ['every eighth frame lost: at once', at(0), { ...easy, dropped: 30 }, 1, 1],
    ['every third frame lost: two levels at once', at(0), { ...easy, dropped: 80 }, 1, 2],
    ['a lower level is given four seconds to work', at(0), { ...easy, dropped: 30 }, 5, 1],
    ['not below the lowest', at(maxLevel), { ...easy, dropped: 80 }, 20, maxLevel],
    ['nine easy seconds give nothing back', at(2), easy, 9, 2],
    ['ten do, one level', at(2), easy, 10, 1],
    ['a serious processor is neither: nothing is lowered, nothing given back', at(2), { ...easy, pressure: 'serious' }, 100, 2],
    ['no tile plays: nothing is dropped', at(0), { ...easy, frames: 0 }, 100, 0],
  ])('%s', (_name, from, sample, seconds, level) => {
    expect(run(from, sample, seconds).level).toBe(level);
  });
});

test('never drops more than two per cent of all frames for long', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.025, max: 0.09, noNaN: true }), (share) => {
      let governor = at(0);
      let seconds = 0;
      while (governor.level === 0 && seconds < 20) {
        governor = govern(governor, { ...easy, frames: 1000, dropped: Math.round(share * 1000) });
        seconds += 1;
      }
      expect(seconds).toBeLessThanOrEqual(8);
    }),
  );
});

test('a premature raise doubles the wait for the next one, and a quiet time resets it', () => {
  const hard: LoadSample = { ...easy, dropped: 30 };
  const settled = 4;
  let governor = run(govern(at(0), hard), easy, settled + 10);
  expect(governor).toMatchObject({ level: 0, raiseAfterSeconds: 10 });
  governor = govern(run(governor, easy, settled), hard);
  expect(governor).toMatchObject({ level: 1, raiseAfterSeconds: 20 });
  expect(run(governor, easy, settled + 19).level).toBe(1);
  governor = run(governor, easy, settled + 20);
  expect(governor.level).toBe(0);
  expect(run(governor, easy, settled + 161)).toMatchObject({ level: 0, raiseAfterSeconds: 10 });
});

test('a frame lost every few seconds does not keep the wall on key frames', () => {
  const hard: LoadSample = { ...easy, dropped: 30 };
  let governor = govern(at(0), easy);
  while (governor.level < maxLevel) governor = govern(governor, hard);
  for (let second = 0; second < 300; second += 1)
    governor = govern(governor, { ...easy, frames: 16, dropped: second % 5 === 0 ? 1 : 0, blocked: second % 5 === 0 ? 0.3 : 0 });
  expect(governor.level).toBe(0);
});

describe('the share of tiles per level', () => {
  test.each([
    [0, 16, { full: 16, key: 0 }],
    [1, 16, { full: 12, key: 4 }],
    [2, 16, { full: 8, key: 8 }],
    [3, 16, { full: 4, key: 12 }],
    [4, 16, { full: 1, key: 15 }],
    [5, 16, { full: 0, key: 16 }],
    [6, 16, { full: 0, key: 9 }],
    [6, 25, { full: 0, key: 13 }],
    [6, 9, { full: 0, key: 9 }],
    [5, 1, { full: 0, key: 1 }],
    [1, 1, { full: 1, key: 0 }],
    [2, 0, { full: 0, key: 0 }],
  ])('level %i of %i tiles', (level, tiles, allowed) => expect(allow(level, tiles)).toEqual(allowed));

  test('a lower level never allows more', () => {
    fc.assert(
      fc.property(fc.nat(25), fc.nat(maxLevel - 1), (tiles, level) => {
        const [here, lower] = [allow(level, tiles), allow(level + 1, tiles)];
        expect(lower.full).toBeLessThanOrEqual(here.full);
        expect(lower.full + lower.key).toBeLessThanOrEqual(here.full + here.key);
        expect(here.full + here.key).toBeLessThanOrEqual(tiles);
        if (tiles > 0) expect(lower.full + lower.key).toBeGreaterThan(0);
      }),
    );
  });
});

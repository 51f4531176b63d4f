import { expect, test } from 'vitest';
import { planTiles } from './tile-plan.ts';
import type { WallView } from './tile-plan.ts';

const view: WallView = { shown: ['a', 'b', 'c', 'd'], ahead: [], unseen: new Set(), one: null, favourites: [], level: 0, turn: 0 };
/** `a+` plays every frame, `ak` key frames, `a-` is paused; `!` means full quality. */
const read = (over: Partial<WallView>): string =>
  [...planTiles({ ...view, ...over })]
    .map(
      ([id, { isActive, quality, frames }]) =>
        `${id}${isActive ? (frames === 'all' ? '+' : 'k') : '-'}${quality === 'high' && isActive ? '!' : ''}`,
    )
    .toSorted()
    .join(' ');

test.each<[string, Partial<WallView>, string]>([
  ['everything that is seen plays its low stream', {}, 'a+ b+ c+ d+'],
  ['what is scrolled out of the window stands still', { unseen: new Set(['c', 'd']) }, 'a+ b+ c- d-'],
  ['a tile that fills the wall plays in full, the others wait', { one: 'b' }, 'a- b+! c- d-'],
  ['the page that comes next is opened beforehand', { ahead: ['e', 'f'] }, 'a+ b+ c+ d+ e+ f+'],
  ['level 1: a quarter of them loses the frames between key frames', { level: 1 }, 'a+ b+ c+ dk'],
  ['the large one and the one that is heard keep theirs', { level: 2, favourites: ['d', 'c'] }, 'ak bk c+ d+'],
  ['level 4: one', { level: 4, favourites: ['c'] }, 'ak bk c+ dk'],
  ['the lowest level: key frames of all of a small wall', { level: 6 }, 'ak bk ck dk'],
  ['under load the next page begins with key frames', { level: 1, shown: ['a'], ahead: ['e'] }, 'a+ ek'],
])('%s', (_name, over, expected) => expect(read(over)).toBe(expected));

test('at the lowest level half of a large wall plays, always including the tile with sound, and the others take turns', () => {
  const shown = Array.from({ length: 25 }, (_, index) => `c${index}`);
  const playing = (turn: number): string[] =>
    [...planTiles({ ...view, shown, level: 6, turn, favourites: ['c7'] })].filter(([, { isActive }]) => isActive).map(([id]) => id);
  const turns = [0, 1, 2, 3].map(playing);
  expect(turns.every((ids) => ids.length === 13 && ids.includes('c7'))).toBe(true);
  expect(new Set(turns.flat()).size).toBe(25);
});

test('many tiles share one larger delay so that all are decoded in time; a few, or the one that fills the wall, stay as close as possible', () => {
  const delays = (over: Partial<WallView>): number[] => [
    ...new Set([...planTiles({ ...view, ...over })].flatMap(([, { isActive, liveDelay }]) => (isActive ? [liveDelay] : []))),
  ];
  const shown = Array.from({ length: 16 }, (_, index) => `c${index}`);
  expect(delays({ shown, ahead: ['e'], level: 1 })).toEqual([500]);
  expect(delays({ shown, one: 'c3' })).toEqual([0]);
  expect(delays({ shown, unseen: new Set(shown.slice(4)) })).toEqual([0]);
  expect(delays({})).toEqual([0]);
});

test('a single tile uses the quality for its size', () => {
  expect(planTiles({ ...view, shown: ['a'] }).get('a')?.quality).toBe('auto');
});

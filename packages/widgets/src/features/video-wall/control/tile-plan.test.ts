import { expect, test } from 'vitest';
import { planTiles } from './tile-plan.ts';
import type { WallView } from './tile-plan.ts';

const view: WallView = { shown: ['a', 'b', 'c', 'd'], ahead: [], unseen: new Set(), one: null, favourites: [], level: 0, turn: 0 };
/** `a+` every frame, `ak` key frames, `a-` stands still; `!` in full quality. */
const read = (over: Partial<WallView>): string =>
  [...planTiles({ ...view, ...over })].map(([id, { isActive, quality, frames }]) => `${id}${isActive ? (frames === 'all' ? '+' : 'k') : '-'}${quality === 'high' && isActive ? '!' : ''}`).toSorted().join(' ');

test.each<[string, Partial<WallView>, string]>([
  ['everything that is seen plays its low stream', {}, 'a+ b+ c+ d+'],
  ['what is scrolled out of the window stands still', { unseen: new Set(['c', 'd']) }, 'a+ b+ c- d-'],
  ['one that fills the wall plays in full, the others wait', { one: 'b' }, 'a- b+! c- d-'],
  ['the page that comes next is opened beforehand', { ahead: ['e', 'f'] }, 'a+ b+ c+ d+ e+ f+'],
  ['level 1: half of them lose the frames between key frames', { level: 1 }, 'a+ b+ ck dk'],
  ['the large one and the one that is heard keep theirs', { level: 1, favourites: ['d', 'c'] }, 'ak bk c+ d+'],
  ['level 2: one', { level: 2, favourites: ['c'] }, 'ak bk c+ dk'],
  ['level 4: two key frames at a time', { level: 4 }, 'ak bk c- d-'],
  ['and they take turns', { level: 4, turn: 1 }, 'a- b- ck dk'],
  ['level 4 counts what is seen only', { level: 4, unseen: new Set(['a', 'b']) }, 'a- b- ck d-'],
  ['under load the next page begins with key frames', { level: 1, shown: ['a'], ahead: ['e'] }, 'a+ ek'],
])('%s', (_name, over, expected) => expect(read(over)).toBe(expected));

test('a single tile takes the quality that its size asks for', () => {
  expect(planTiles({ ...view, shown: ['a'] }).get('a')?.quality).toBe('auto');
});

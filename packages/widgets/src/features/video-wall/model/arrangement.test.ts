import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WallArrangement } from '@watchpost/sdk-core';
import { add, arrange, neighbour, placesOf, put, remove, swap } from './arrangement.ts';

const wall = (cameraIds: (string | null)[], layout: WallArrangement['layout'] = '4'): WallArrangement => ({ layout, cameraIds, cycleSeconds: 0 });
const known = ['a', 'b', 'c', 'd', 'e'];

test('nothing arranged: every camera in its usual order, in whole pages', () => {
  expect(placesOf(wall([]), known)).toEqual(['a', 'b', 'c', 'd', 'e', null, null, null]);
  expect(placesOf(wall([], 'auto'), known)).toEqual(known);
  expect(placesOf(wall([]), [])).toEqual([null, null, null, null]);
});

test('what was arranged stays where it was put; a camera that is gone or named twice leaves its place empty', () => {
  expect(placesOf(wall(['b', null, 'gone', 'b', 'a']), known)).toEqual(['b', null, null, null, 'a', null, null, null]);
  expect(placesOf(wall(['b', null, 'gone', 'a'], 'auto'), known)).toEqual(['b', 'a']);
});

test('a wall that somebody emptied stays empty', () => {
  const emptied = arrange(wall(['a']), remove(placesOf(wall(['a']), known), 0));
  expect(emptied.cameraIds).toEqual([null]);
  expect(placesOf(emptied, known)).toEqual([null, null, null, null]);
});

test('moving swaps; putting a camera that stands elsewhere moves it; adding takes the first empty place', () => {
  expect(swap(['a', null, 'b'], 0, 1)).toEqual([null, 'a', 'b']);
  expect(put(['a', null, 'b'], 1, 'b')).toEqual(['a', 'b', null]);
  expect(put(['a', null], 0, 'c')).toEqual(['c', null]);
  expect(add(['a', null], 'c')).toEqual(['a', 'c']);
  expect(add(['a'], 'c')).toEqual(['a', 'c']);
  expect(add(['a'], 'a')).toEqual(['a']);
});

test('arrow keys stop at the edge', () => {
  expect([neighbour(0, 'left', 3, 9), neighbour(0, 'right', 3, 9), neighbour(4, 'down', 3, 9), neighbour(7, 'down', 3, 9), neighbour(4, 'up', 3, 9)]).toEqual([0, 1, 7, 7, 1]);
});

test('whatever is done, no camera is lost or doubled, and what is kept comes back the same', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('swap' as const), from: fc.nat(7), to: fc.nat(7) }),
    fc.record({ kind: fc.constant('put' as const), at: fc.nat(7), id: fc.constantFrom(...known) }),
    fc.record({ kind: fc.constant('add' as const), id: fc.constantFrom(...known) }),
  );
  fc.assert(fc.property(fc.array(step, { maxLength: 20 }), fc.constantFrom<WallArrangement['layout'][]>('4', '9', '1'), (steps, layout) => {
    let places = placesOf(wall([], layout), known);
    for (const move of steps) {
      const before = places.filter((id) => id !== null);
      if (move.kind === 'swap') places = swap(places, move.from % places.length, move.to % places.length);
      else if (move.kind === 'put') places = put(places, move.at % places.length, move.id);
      else places = add(places, move.id);
      const after = places.filter((id) => id !== null);
      expect(new Set(after).size).toBe(after.length);
      if (move.kind === 'swap') expect(after.toSorted()).toEqual(before.toSorted());
    }
    expect(placesOf(arrange(wall([], layout), places), known).filter((id) => id !== null)).toEqual(places.filter((id) => id !== null));
  }));
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WallArrangement } from '@watchpost/sdk-core';
import { add, arrange, neighbour, placesOf, put, remove, swap } from './arrangement.ts';
import { fitGrid } from './grid.ts';

const wall = (cameraIds: (string | null)[], layout: WallArrangement['layout'] = '4'): WallArrangement => ({
  layout,
  cameraIds,
  cycleSeconds: 0,
});
const known = ['a', 'b', 'c', 'd', 'e'];

test('without an arrangement: every camera in its usual order, in whole pages', () => {
  expect(placesOf(wall([]), known)).toEqual(['a', 'b', 'c', 'd', 'e', null, null, null]);
  expect(placesOf(wall([], 'auto'), known)).toEqual(known);
  expect(placesOf(wall([]), [])).toEqual([null, null, null, null]);
});

test('an arranged camera keeps its place; a removed or duplicate one leaves an empty place', () => {
  expect(placesOf(wall(['b', null, 'gone', 'b', 'a']), known)).toEqual(['b', null, null, null, 'a', null, null, null]);
  expect(placesOf(wall(['b', null, 'gone', 'a'], 'auto'), known)).toEqual(['b', 'a']);
});

test('an emptied wall stays empty', () => {
  const emptied = arrange(wall(['a']), remove(placesOf(wall(['a']), known), 0));
  expect(emptied.cameraIds).toEqual([null]);
  expect(placesOf(emptied, known)).toEqual([null, null, null, null]);
});

test('moving swaps; placing a camera that is already on the wall moves it; adding uses the first empty place', () => {
  expect(swap(['a', null, 'b'], 0, 1)).toEqual([null, 'a', 'b']);
  expect(put(['a', null, 'b'], 1, 'b')).toEqual(['a', 'b', null]);
  expect(put(['a', null], 0, 'c')).toEqual(['c', null]);
  expect(add(['a', null], 'c')).toEqual(['a', 'c']);
  expect(add(['a'], 'c')).toEqual(['a', 'c']);
  expect(add(['a'], 'a')).toEqual(['a']);
});

test('arrow keys go to the adjacent tile, and stop at the edge', () => {
  const box = { width: 1600, height: 900 };
  const nine = fitGrid('9', 9, box).places;
  expect([
    neighbour(0, 'left', nine),
    neighbour(0, 'right', nine),
    neighbour(2, 'right', nine),
    neighbour(4, 'down', nine),
    neighbour(7, 'down', nine),
    neighbour(4, 'up', nine),
  ]).toEqual([0, 1, 2, 7, 7, 1]);
  // One large tile, two beside it, three below.
  const six = fitGrid('6', 6, box).places;
  expect([
    neighbour(0, 'right', six),
    neighbour(2, 'left', six),
    neighbour(0, 'down', six),
    neighbour(5, 'up', six),
    neighbour(4, 'up', six),
    neighbour(2, 'down', six),
  ]).toEqual([1, 0, 3, 2, 0, 5]);
  // Two tiles, and the third centered below them.
  const three = fitGrid('auto', 3, { width: 1440, height: 836 }).places;
  expect([
    neighbour(0, 'down', three),
    neighbour(1, 'down', three),
    neighbour(2, 'up', three),
    neighbour(2, 'left', three),
    neighbour(1, 'left', three),
  ]).toEqual([2, 2, 0, 2, 0]);
});

test('arrow keys reach every tile from every other one, on every wall', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 25 }),
      fc.integer({ min: 200, max: 3000 }),
      fc.integer({ min: 150, max: 2000 }),
      (tiles, width, height) => {
        const { places } = fitGrid('auto', tiles, { width, height });
        const reached = new Set([0]);
        for (const from of reached)
          for (const direction of ['left', 'right', 'up', 'down'] as const) reached.add(neighbour(from, direction, places));
        expect(reached.size).toBe(tiles);
      },
    ),
  );
});

test('no sequence of changes loses or duplicates a camera, and a stored arrangement restores the same wall', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('swap' as const), from: fc.nat(7), to: fc.nat(7) }),
    fc.record({ kind: fc.constant('put' as const), at: fc.nat(7), id: fc.constantFrom(...known) }),
    fc.record({ kind: fc.constant('add' as const), id: fc.constantFrom(...known) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), fc.constantFrom<WallArrangement['layout'][]>('4', '9', '1'), (steps, layout) => {
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
    }),
  );
});

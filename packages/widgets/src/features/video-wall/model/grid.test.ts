import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WallLayout } from '@watchpost/sdk-core';
import { fitGrid, pictureArea, tilesPerPage } from './grid.ts';
import type { Box } from './grid.ts';

const layouts: readonly WallLayout[] = ['auto', '1', '4', '6', '9', '16', '25'];
const boxes = fc.record({ width: fc.integer({ min: 200, max: 4000 }), height: fc.integer({ min: 150, max: 2500 }) });
const screen: Box = { width: 1440, height: 836 };

test.each([
  ['1', 1, 1], ['4', 2, 2], ['6', 3, 3], ['9', 3, 3], ['16', 4, 4], ['25', 5, 5],
] as const)('on a screen, layout %s is %i × %i', (layout, columns, rows) => {
  expect(fitGrid(layout, Number(layout), screen)).toMatchObject({ columns, rows, isScrolled: false });
});

test('six: the first is twice as large as the others and no two overlap, wide or tall', () => {
  for (const box of [screen, { width: 700, height: 1800 }]) {
    const { places, columns, rows } = fitGrid('6', 6, box);
    const cells = places.flatMap(({ column, row, span }) => Array.from({ length: span * span }, (_, at) => `${column + (at % span)}:${row + Math.floor(at / span)}`));
    expect(places.map(({ span }) => span)).toEqual([2, 1, 1, 1, 1, 1]);
    expect(new Set(cells).size).toBe(9);
    expect(places.every(({ column, row, span }) => column + span - 1 <= columns && row + span - 1 <= rows)).toBe(true);
  }
});

describe('automatic', () => {
  test.each([
    [1, screen, 1, 1],
    [2, { width: 1920, height: 900 }, 2, 1],
    [2, screen, 1, 2],
    [2, { width: 800, height: 1200 }, 1, 2],
    [3, screen, 2, 2],
    [5, { width: 2560, height: 900 }, 3, 2],
    [4, { width: 400, height: 900 }, 1, 4],
    [12, screen, 3, 4],
    [12, { width: 1920, height: 1016 }, 4, 3],
  ])('%i cameras in %o: %i × %i', (cameras, box, columns, rows) => {
    expect(fitGrid('auto', tilesPerPage('auto', cameras), box)).toMatchObject({ columns, rows });
  });

  test('cameras are spread evenly over as few pages as hold them', () => {
    expect([0, 1, 25, 26, 40, 51, 100].map((cameras) => tilesPerPage('auto', cameras))).toEqual([1, 1, 25, 13, 20, 17, 25]);
    fc.assert(fc.property(fc.integer({ min: 1, max: 250 }), (cameras) => {
      const tiles = tilesPerPage('auto', cameras);
      expect(tiles).toBeLessThanOrEqual(25);
      expect(Math.ceil(cameras / tiles)).toBe(Math.ceil(cameras / 25));
    }));
  });

  test('no other number of columns leaves less black', () => {
    fc.assert(fc.property(boxes, fc.integer({ min: 1, max: 25 }), (box, tiles) => {
      const chosen = fitGrid('auto', tiles, box);
      fc.pre(!chosen.isScrolled && box.width >= 900);
      for (let columns = 1; columns <= tiles; columns += 1) {
        const other = { columns, rows: Math.ceil(tiles / columns), places: chosen.places };
        expect(pictureArea(chosen, box)).toBeGreaterThanOrEqual(pictureArea(other, box) - 1);
      }
    }));
  });
});

test('in any box: a place for every tile, none twice, 16:9 cells, inside the box unless it is scrolled, and then as wide as it', () => {
  fc.assert(fc.property(boxes, fc.constantFrom(...layouts), fc.integer({ min: 1, max: 60 }), (box, layout, cameras) => {
    const tiles = tilesPerPage(layout, cameras);
    const grid = fitGrid(layout, tiles, box);
    expect(grid.places).toHaveLength(tiles);
    expect(new Set(grid.places.map(({ column, row }) => `${column}:${row}`)).size).toBe(tiles);
    expect(grid.width / grid.columns / (grid.height / grid.rows)).toBeCloseTo(16 / 9, 6);
    expect(grid.width).toBeLessThanOrEqual(box.width + 0.001);
    if (grid.isScrolled) expect(grid.width).toBeCloseTo(box.width, 6);
    else expect(grid.height).toBeLessThanOrEqual(box.height + 0.001);
  }));
});

test('on a phone a tile stays large enough to see something: two beside each other, scrolled', () => {
  expect(fitGrid('25', 25, { width: 390, height: 700 })).toMatchObject({ columns: 2, rows: 13, width: 390, isScrolled: true });
  expect(fitGrid('4', 4, { width: 390, height: 760 })).toMatchObject({ columns: 1, rows: 4, isScrolled: false });
});

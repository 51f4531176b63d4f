import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WallLayout } from '@watchpost/sdk-core';
import { cellWidth, fitGrid, mosaicLoss, pictureArea, tilesPerPage } from './grid.ts';
import type { Box } from './grid.ts';
import { mosaics } from './mosaic.ts';

const layouts: readonly WallLayout[] = ['auto', '1', '4', '6', '9', '16', '25'];
const boxes = fc.record({ width: fc.integer({ min: 200, max: 4000 }), height: fc.integer({ min: 150, max: 2500 }) });
const aspects = fc.constantFrom(16 / 9, 4 / 3, 1, 9 / 16, 21 / 9);
const screen: Box = { width: 1440, height: 836 };
/** The wall's box on a phone. */
const phone: Box = { width: 390, height: 700 };
const share = (tiles: number, box: Box): number =>
  pictureArea(fitGrid('auto', tiles, box), { ...box, aspect: 16 / 9 }) / (box.width * box.height);

test.each([
  ['1', 1, 1],
  ['4', 2, 2],
  ['6', 3, 3],
  ['9', 3, 3],
  ['16', 4, 4],
  ['25', 5, 5],
] as const)('on a screen, layout %s is %i × %i', (layout, columns, rows) => {
  expect(fitGrid(layout, Number(layout), screen)).toMatchObject({ columns, rows, isScrolled: false });
});

test('six: the first is twice as large as the others and no two overlap, wide or tall', () => {
  for (const box of [screen, { width: 700, height: 1800 }]) {
    const { places, columns, rows } = fitGrid('6', 6, box);
    const cells = places.flatMap(({ column, row, span }) =>
      Array.from({ length: span * span }, (_, at) => `${column + (at % span)}:${row + Math.floor(at / span)}`),
    );
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
    [4, screen, 2, 2],
    [9, screen, 3, 3],
    [4, { width: 400, height: 900 }, 1, 4],
    [12, { width: 1920, height: 1016 }, 4, 4],
  ])('%i cameras in %o: %i × %i', (cameras, box, columns, rows) => {
    expect(fitGrid('auto', tilesPerPage('auto', cameras), box)).toMatchObject({ columns, rows });
  });

  test('spreads cameras evenly over as few pages as possible', () => {
    expect([0, 1, 25, 26, 40, 51, 100].map((cameras) => tilesPerPage('auto', cameras))).toEqual([1, 1, 25, 13, 20, 17, 25]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 250 }), (cameras) => {
        const tiles = tilesPerPage('auto', cameras);
        expect(tiles).toBeLessThanOrEqual(25);
        expect(Math.ceil(cameras / tiles)).toBe(Math.ceil(cameras / 25));
      }),
    );
  });

  test.each([
    // One large tile and four, three large and four, two and eight, one and twelve; on a phone two large ones above the others.
    [5, { width: 1600, height: 900 }, 3, 3, 1],
    [7, { width: 1600, height: 900 }, 4, 4, 3],
    [10, { width: 1600, height: 900 }, 4, 4, 2],
    [13, { width: 1600, height: 900 }, 4, 4, 1],
    [7, phone, 2, 7, 2],
    // No place would be empty, but a third of a screen and half of a phone would.
    [6, screen, 3, 3, 1],
    [12, screen, 4, 4, 1],
    [6, phone, 2, 6, 2],
    // Equal tiles where large ones help little, or no place is empty.
    [8, { width: 1600, height: 900 }, 3, 3, 0],
    [4, screen, 2, 2, 0],
    [9, screen, 3, 3, 0],
  ])('%i cameras in %o: %i × %i with %i large', (cameras, box, columns, rows, large) => {
    const grid = fitGrid('auto', cameras, box);
    expect(grid).toMatchObject({ columns, rows });
    expect(grid.places.map(({ span }) => span)).toEqual(Array.from({ length: cameras }, (_, index) => (index < large ? 2 : 1)));
  });

  test('only a last row has empty places, and it is centered', () => {
    fc.assert(
      fc.property(boxes, fc.integer({ min: 1, max: 25 }), (box, tiles) => {
        const { places, columns, rows } = fitGrid('auto', tiles, box);
        const cells = places
          .filter(({ shift }) => shift === 0)
          .flatMap(({ column, row, span }) =>
            Array.from({ length: span * span }, (_, at) => `${column + (at % span)}:${row + Math.floor(at / span)}`),
          );
        expect(new Set(cells).size).toBe(cells.length);
        for (let row = 1; row < rows; row += 1)
          for (let column = 1; column <= columns; column += 1) expect(cells).toContain(`${column}:${row}`);
        const last = places
          .filter((place) => place.row + place.span - 1 === rows)
          .map(({ column, shift, span }) => ({ from: column + shift, to: column + shift + span }))
          .toSorted((a, b) => a.from - b.from);
        const [first, end] = [last[0]?.from ?? 0, last.at(-1)?.to ?? 0];
        expect(first - 1).toBeCloseTo(columns + 1 - end, 6);
        for (const [index, { to }] of last.entries()) expect(last[index + 1]?.from ?? to).toBe(to);
      }),
    );
  });

  test('adding cameras one by one leaves little of a screen or a phone black', () => {
    for (const tiles of [3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 16]) expect(share(tiles, screen)).toBeGreaterThan(0.7);
    for (const tiles of [3, 4, 5, 6, 7, 8]) expect(share(tiles, phone)).toBeGreaterThan(0.75);
  });

  test('no grid covers more; equal tiles are never smaller than in another grid, and small tiles beside large ones only slightly', () => {
    fc.assert(
      fc.property(boxes, fc.integer({ min: 1, max: 25 }), aspects, (box, tiles, aspect) => {
        const frame = { ...box, aspect };
        const chosen = fitGrid('auto', tiles, box, aspect);
        fc.pre(!chosen.isScrolled && box.width >= 900);
        const every = Array.from({ length: tiles }, (_, index) => ({ columns: index + 1, rows: Math.ceil(tiles / (index + 1)) }));
        const widest = Math.max(...every.map((grid) => cellWidth(grid, frame)));
        const hasLarge = chosen.places.some(({ span }) => span > 1);
        expect(cellWidth(chosen, frame)).toBeGreaterThanOrEqual(widest * (hasLarge ? mosaicLoss : 1) - 0.1);
        expect(pictureArea(chosen, frame)).toBeGreaterThanOrEqual((tiles * widest * widest) / aspect - 1);
        const allowed = mosaics(tiles).filter((grid) => cellWidth(grid, frame) >= Math.max(widest * mosaicLoss, 150));
        for (const other of hasLarge ? allowed : [])
          expect(pictureArea(chosen, frame)).toBeGreaterThanOrEqual(pictureArea(other, frame) - 1);
      }),
    );
  });
});

test('in any box: one place per tile, cells in the pictures’ aspect ratio, inside the box unless it scrolls, and then as wide as the box', () => {
  fc.assert(
    fc.property(boxes, fc.constantFrom(...layouts), fc.integer({ min: 1, max: 60 }), aspects, (box, layout, cameras, aspect) => {
      const tiles = tilesPerPage(layout, cameras);
      const grid = fitGrid(layout, tiles, box, aspect);
      expect(grid.places).toHaveLength(tiles);
      expect(new Set(grid.places.map(({ column, row }) => `${column}:${row}`)).size).toBe(tiles);
      expect((grid.width - 2 * (grid.columns - 1)) / grid.columns / ((grid.height - 2 * (grid.rows - 1)) / grid.rows)).toBeCloseTo(
        aspect,
        6,
      );
      expect(grid.width).toBeLessThanOrEqual(box.width + 0.001);
      if (grid.isScrolled) expect(grid.width).toBeCloseTo(box.width, 6);
      else expect(grid.height).toBeLessThanOrEqual(box.height + 0.001);
    }),
  );
});

test('on a phone tiles stay recognizable: two columns that scroll', () => {
  expect(fitGrid('25', 25, { width: 390, height: 700 })).toMatchObject({ columns: 2, rows: 13, width: 390, isScrolled: true });
  expect(fitGrid('4', 4, { width: 390, height: 760 })).toMatchObject({ columns: 1, rows: 4, isScrolled: false });
});

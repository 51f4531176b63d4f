import type { WallLayout } from '@watchpost/sdk-core';
import { centreLastRow, mosaics } from './mosaic.ts';
import type { WallGrid, WallPlace } from './wall-place.ts';

export interface Box {
  readonly width: number;
  readonly height: number;
}

/** A grid in pixels: every cell is 16:9, so that a tile has no black of its own. */
export interface FittedGrid extends WallGrid, Box {
  /** Higher than the box: the wall is scrolled. */
  readonly isScrolled: boolean;
}

/** Most tiles on a page of the automatic layout. */
const mostTiles = 25;
const aspect = 16 / 9;
/** A large tile among small ones has to bring so much more picture, and may make the small ones only so much smaller than equal ones. */
const mosaicGain = 1.1;
const mosaicLoss = 0.7;
/** Narrower than this (pixels), a picture tells nothing: the wall is scrolled instead. */
const leastTileWidth = 150;

/** Tiles on a page; the automatic layout spreads the cameras evenly over as few pages as it can. */
export function tilesPerPage(layout: WallLayout, cameras: number): number {
  if (layout !== 'auto') return Number(layout);
  const count = Math.max(1, cameras);
  return Math.ceil(count / Math.ceil(count / mostTiles));
}

/**
 * The grid for a page, chosen by the shape of the box: the one that leaves the least black. Where equal tiles would leave
 * places empty, the automatic layout makes some of them large, or puts the last row into the middle.
 */
export function fitGrid(layout: WallLayout, tiles: number, box: Box): FittedGrid {
  const even = largest(layout === '6' ? sixGrids() : evenGrids(tiles), box);
  const best = layout === 'auto' && even.columns * even.rows > tiles ? withLarge(even, tiles, box) : even;
  const cell = cellWidth(best, box);
  if (cell >= leastTileWidth || box.width >= leastTileWidth * 6) return { ...best, ...sizeOf(best, cell), isScrolled: false };
  // A phone and many cameras: two beside each other, and the rest below.
  const scrolled = evenGrid(tiles, tiles > 2 && box.width >= leastTileWidth * 2 ? 2 : 1);
  const size = sizeOf(scrolled, box.width / scrolled.columns);
  return { ...scrolled, ...size, isScrolled: size.height > box.height };
}

function largest(grids: readonly WallGrid[], box: Box): WallGrid {
  const [first, ...others] = grids;
  if (!first) throw new RangeError('A wall has at least one tile.');
  return others.reduce((a, b) => (pictureArea(b, box) > pictureArea(a, box) + 0.5 ? b : a), first);
}

function withLarge(even: WallGrid, tiles: number, box: Box): WallGrid {
  const equal = cellWidth(even, box);
  const least = Math.max(equal * mosaicLoss, Math.min(equal, leastTileWidth));
  const fine = mosaics(tiles).filter((grid) => cellWidth(grid, box) >= least && pictureArea(grid, box) >= pictureArea(even, box) * mosaicGain);
  return fine.length === 0 ? even : largest(fine, box);
}

/** Square pixels of a box that pictures cover. */
export function pictureArea(grid: WallGrid, box: Box): number {
  const width = cellWidth(grid, box);
  const cells = grid.places.reduce((sum, { span }) => sum + span * span, 0);
  return (cells * width * width) / aspect;
}

function cellWidth({ columns, rows }: WallGrid, box: Box): number {
  return Math.min(box.width / columns, (box.height / rows) * aspect);
}

function sizeOf({ columns, rows }: WallGrid, cell: number): Box {
  return { width: cell * columns, height: (cell / aspect) * rows };
}

/** Every way to lay out so many equal tiles, the fewest empty cells first. */
function evenGrids(tiles: number): WallGrid[] {
  return Array.from({ length: tiles }, (_, index) => evenGrid(tiles, index + 1)).toSorted((a, b) => a.columns * a.rows - b.columns * b.rows || Math.abs(a.columns - a.rows) - Math.abs(b.columns - b.rows));
}

function evenGrid(tiles: number, columns: number): WallGrid {
  const rows = Math.ceil(tiles / columns);
  const places = Array.from({ length: tiles }, (_, index): WallPlace => ({ column: (index % columns) + 1, row: Math.floor(index / columns) + 1, span: 1, shift: 0 }));
  return { columns, rows, places: centreLastRow(places, columns, rows) };
}

const place = (column: number, row: number, span = 1): WallPlace => ({ column, row, span, shift: 0 });

/** One large and five beside and below it; in a tall box all five below, two by two. */
function sixGrids(): WallGrid[] {
  return [
    { columns: 3, rows: 3, places: [place(1, 1, 2), place(3, 1), place(3, 2), place(1, 3), place(2, 3), place(3, 3)] },
    { columns: 2, rows: 5, places: [place(1, 1, 2), place(1, 3), place(2, 3), place(1, 4), place(2, 4), place(1, 5)] },
  ];
}

import type { WallLayout } from '@watchpost/sdk-core';

/** Where a tile lies, lines of the grid counted from 1. */
export interface WallPlace {
  readonly column: number;
  readonly row: number;
  /** Columns and rows that it covers; more than 1 for the large one of six. */
  readonly span: number;
}

export interface WallGrid {
  readonly columns: number;
  readonly rows: number;
  readonly places: readonly WallPlace[];
}

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
/** Narrower than this (pixels), a picture tells nothing: the wall is scrolled instead. */
const leastTileWidth = 150;

/** Tiles on a page; the automatic layout spreads the cameras evenly over as few pages as it can. */
export function tilesPerPage(layout: WallLayout, cameras: number): number {
  if (layout !== 'auto') return Number(layout);
  const count = Math.max(1, cameras);
  return Math.ceil(count / Math.ceil(count / mostTiles));
}

/** The grid for a page, chosen by the shape of the box: the one that leaves the least black. */
export function fitGrid(layout: WallLayout, tiles: number, box: Box): FittedGrid {
  const [first, ...others] = layout === '6' ? sixGrids() : evenGrids(tiles);
  if (!first) throw new RangeError('A wall has at least one tile.');
  const best = others.reduce((a, b) => (pictureArea(b, box) > pictureArea(a, box) + 0.5 ? b : a), first);
  const cell = cellWidth(best, box);
  if (cell >= leastTileWidth || box.width >= leastTileWidth * 6) return { ...best, ...sizeOf(best, cell), isScrolled: false };
  // A phone and many cameras: two beside each other, and the rest below.
  const scrolled = evenGrid(tiles, tiles > 2 && box.width >= leastTileWidth * 2 ? 2 : 1);
  const size = sizeOf(scrolled, box.width / scrolled.columns);
  return { ...scrolled, ...size, isScrolled: size.height > box.height };
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
  const places = Array.from({ length: tiles }, (_, index) => ({ column: (index % columns) + 1, row: Math.floor(index / columns) + 1, span: 1 }));
  return { columns, rows: Math.ceil(tiles / columns), places };
}

const place = (column: number, row: number, span = 1): WallPlace => ({ column, row, span });

/** One large and five beside and below it; in a tall box all five below, two by two. */
function sixGrids(): WallGrid[] {
  return [
    { columns: 3, rows: 3, places: [place(1, 1, 2), place(3, 1), place(3, 2), place(1, 3), place(2, 3), place(3, 3)] },
    { columns: 2, rows: 5, places: [place(1, 1, 2), place(1, 3), place(2, 3), place(1, 4), place(2, 4), place(1, 5)] },
  ];
}

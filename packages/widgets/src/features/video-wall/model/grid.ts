import type { WallLayout } from '@watchpost/sdk-core';
import { centreLastRow, mosaics } from './mosaic.ts';
import type { WallGrid, WallPlace } from './wall-place.ts';

export interface Box {
  readonly width: number;
  readonly height: number;
}

/** A grid in pixels. Every cell has the pictures' aspect ratio, so that a tile has no black bars. */
export interface FittedGrid extends WallGrid, Box {
  /** Taller than the box: the wall scrolls. */
  readonly isScrolled: boolean;
}

/** Maximum number of tiles on a page of the automatic layout. */
const maxTiles = 25;
/** Distance between two tiles, pixels; as in the style sheet. */
const gap = 2;
export const usualAspect: number = 16 / 9;
/** A layout with large tiles must show at least this much more picture, and may shrink the small tiles only by this factor. */
const mosaicGain = 1.1;
export const mosaicLoss = 0.7;
/** Below this width (pixels) a picture is unrecognizable: the wall scrolls instead. */
const minTileWidth = 150;

/** Number of tiles on a page; the automatic layout spreads the cameras evenly over as few pages as possible. */
export function tilesPerPage(layout: WallLayout, cameras: number): number {
  if (layout !== 'auto') return Number(layout);
  const count = Math.max(1, cameras);
  return Math.ceil(count / Math.ceil(count / maxTiles));
}

/**
 * The grid for this many tiles: the one whose pictures cover most of the box. Where equal tiles would leave much of it black, the
 * automatic layout makes some of them large. An incomplete last row is centered.
 * @param aspect width of a picture divided by its height
 */
export function fitGrid(layout: WallLayout, tiles: number, box: Box, aspect: number = usualAspect): FittedGrid {
  const frame = { ...box, aspect };
  const even = largest(evenGrids(tiles), frame);
  const best = layout === 'auto' ? withLarge(even, tiles, frame) : layout === '6' ? oneLarge(even, tiles, frame) : even;
  const cell = cellWidth(best, frame);
  if (cell >= minTileWidth || box.width >= minTileWidth * 6) return { ...best, ...sizeOf(best, cell, aspect), isScrolled: false };
  // Many cameras on a phone: two columns that scroll.
  const scrolled = evenGrid(tiles, tiles > 2 && box.width >= minTileWidth * 2 ? 2 : 1);
  const size = sizeOf(scrolled, (box.width - gap * (scrolled.columns - 1)) / scrolled.columns, aspect);
  return { ...scrolled, ...size, isScrolled: size.height > box.height };
}

interface Frame extends Box {
  readonly aspect: number;
}

function largest(grids: readonly WallGrid[], frame: Frame): WallGrid {
  const [first, ...others] = grids;
  if (!first) throw new RangeError('A wall has at least one tile.');
  return others.reduce((a, b) => (pictureArea(b, frame) > pictureArea(a, frame) + 0.5 ? b : a), first);
}

function withLarge(even: WallGrid, tiles: number, frame: Frame): WallGrid {
  const equal = cellWidth(even, frame);
  const least = Math.max(equal * mosaicLoss, Math.min(equal, minTileWidth));
  const fine = mosaics(tiles).filter(
    (grid) => cellWidth(grid, frame) >= least && pictureArea(grid, frame) >= pictureArea(even, frame) * mosaicGain,
  );
  return fine.length === 0 ? even : largest(fine, frame);
}

/** The user chose a large tile, whatever it costs the others. */
function oneLarge(even: WallGrid, tiles: number, frame: Frame): WallGrid {
  const fine = mosaics(tiles).filter(({ places }) => places.filter(({ span }) => span > 1).length === 1);
  return fine.length === 0 ? even : largest(fine, frame);
}

/** Area covered by pictures, square pixels. */
export function pictureArea(grid: WallGrid, frame: Frame): number {
  const width = cellWidth(grid, frame);
  return grid.places.reduce((sum, { span }) => sum + (span * width) ** 2, 0) / frame.aspect;
}

/** Width of a small tile, pixels. */
export function cellWidth({ columns, rows }: Pick<WallGrid, 'columns' | 'rows'>, { width, height, aspect }: Frame): number {
  return Math.max(0, Math.min((width - gap * (columns - 1)) / columns, ((height - gap * (rows - 1)) / rows) * aspect));
}

function sizeOf({ columns, rows }: WallGrid, cell: number, aspect: number): Box {
  return { width: cell * columns + gap * (columns - 1), height: (cell / aspect) * rows + gap * (rows - 1) };
}

/** All layouts of equal tiles, those with the fewest empty cells first. */
function evenGrids(tiles: number): WallGrid[] {
  return Array.from({ length: tiles }, (_, index) => evenGrid(tiles, index + 1)).toSorted(
    (a, b) => a.columns * a.rows - b.columns * b.rows || Math.abs(a.columns - a.rows) - Math.abs(b.columns - b.rows),
  );
}

function evenGrid(tiles: number, columns: number): WallGrid {
  const rows = Math.ceil(tiles / columns);
  const places = Array.from({ length: tiles }, (_, index): WallPlace => ({
    column: (index % columns) + 1,
    row: Math.floor(index / columns) + 1,
    span: 1,
    shift: 0,
  }));
  return { columns, rows, places: centreLastRow(places, columns, rows) };
}

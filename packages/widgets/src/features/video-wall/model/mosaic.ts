import type { WallGrid, WallPlace } from './wall-place.ts';

/** Maximum number of large tiles; with more, none stands out. */
const maxLarge = 3;

/** Cached, because they depend only on the number of tiles and are needed repeatedly while a window is resized. */
const known = new Map<number, readonly WallGrid[]>();

/** All layouts without holes of this many tiles, one to three of them double-sized. */
export function mosaics(tiles: number): readonly WallGrid[] {
  const before = known.get(tiles);
  if (before) return before;
  const found: WallGrid[] = [];
  for (let columns = 2; columns <= tiles; columns += 1) {
    for (let large = 1; large <= Math.min(maxLarge, tiles - 1); large += 1) {
      const grid = mosaic(tiles, columns, large);
      if (grid) found.push(grid);
    }
  }
  known.set(tiles, found);
  return found;
}

/** Places large tiles first, then small ones, each where it first fits; null if a cell stays empty other than at the end of the last row. */
function mosaic(tiles: number, columns: number, large: number): WallGrid | null {
  const taken = new Set<string>();
  const isFree = (column: number, row: number, span: number): boolean => {
    if (column + span - 1 > columns) return false;
    for (let at = 0; at < span * span; at += 1) if (taken.has(`${column + (at % span)}:${row + Math.floor(at / span)}`)) return false;
    return true;
  };
  const places: WallPlace[] = [];
  for (let tile = 0; tile < tiles; tile += 1) {
    const span = tile < large ? 2 : 1;
    let at = 0;
    while (!isFree((at % columns) + 1, Math.floor(at / columns) + 1, span)) at += 1;
    const [column, row] = [(at % columns) + 1, Math.floor(at / columns) + 1];
    for (let cell = 0; cell < span * span; cell += 1) taken.add(`${column + (cell % span)}:${row + Math.floor(cell / span)}`);
    places.push({ column, row, span, shift: 0 });
  }
  const rows = Math.max(...places.map(({ row, span }) => row + span - 1));
  const ofLast = places.filter(({ row, span }) => row + span - 1 === rows);
  const isWhole = taken.size === columns * rows;
  // Only the end of a last row of small tiles may stay empty; that row is then centered.
  const isCentrable = ofLast.every(({ span }) => span === 1) && taken.size === columns * (rows - 1) + ofLast.length;
  return isWhole || isCentrable ? { columns, rows, places: isWhole ? places : centreLastRow(places, columns, rows) } : null;
}

/** Centers the tiles of an incomplete last row. */
export function centreLastRow(places: readonly WallPlace[], columns: number, rows: number): WallPlace[] {
  const free = columns - places.filter(({ row }) => row === rows).length;
  const whole = Math.floor(free / 2);
  return places.map((place) =>
    place.row === rows && place.span === 1 ? { ...place, column: place.column + whole, shift: free % 2 === 1 ? 0.5 : 0 } : place,
  );
}

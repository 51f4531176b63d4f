import type { WallGrid, WallPlace } from './wall-place.ts';

/** Most large tiles among small ones: more of them, and none stands out. */
const mostLarge = 3;

/** They depend on the number of tiles alone, and are asked for while a window changes its size. */
const known = new Map<number, readonly WallGrid[]>();

/** Every way to lay out so many tiles with one to three of double size among them, without a hole. */
export function mosaics(tiles: number): readonly WallGrid[] {
  const before = known.get(tiles);
  if (before) return before;
  const found: WallGrid[] = [];
  for (let columns = 2; columns <= tiles; columns += 1) {
    for (let large = 1; large <= Math.min(mostLarge, tiles - 1); large += 1) {
      const grid = mosaic(tiles, columns, large);
      if (grid) found.push(grid);
    }
  }
  known.set(tiles, found);
  return found;
}

/** Large tiles first, then small ones, each where it first fits; null when a place is left over other than at the end of the last row. */
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
  // What is left over may only be the end of a last row of small tiles, which then stands in the middle.
  const isCentrable = ofLast.every(({ span }) => span === 1) && taken.size === columns * (rows - 1) + ofLast.length;
  return isWhole || isCentrable ? { columns, rows, places: isWhole ? places : centreLastRow(places, columns, rows) } : null;
}

/** Puts the tiles of a last row that is not full into its middle. */
export function centreLastRow(places: readonly WallPlace[], columns: number, rows: number): WallPlace[] {
  const free = columns - places.filter(({ row }) => row === rows).length;
  const whole = Math.floor(free / 2);
  return places.map((place) => (place.row === rows && place.span === 1 ? { ...place, column: place.column + whole, shift: free % 2 === 1 ? 0.5 : 0 } : place));
}

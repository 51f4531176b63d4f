/** Where a tile lies, lines of the grid counted from 1. */
export interface WallPlace {
  readonly column: number;
  readonly row: number;
  /** Columns and rows that it covers; 2 for a large one among small ones. */
  readonly span: number;
  /** Columns further to the right: a last row that is not full stands in the middle. */
  readonly shift: 0 | 0.5;
}

export interface WallGrid {
  readonly columns: number;
  readonly rows: number;
  readonly places: readonly WallPlace[];
}

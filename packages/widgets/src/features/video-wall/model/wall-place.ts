/** Position of a tile; grid lines start at 1. */
export interface WallPlace {
  readonly column: number;
  readonly row: number;
  /** Columns and rows covered; 2 for a large tile among small ones. */
  readonly span: number;
  /** Columns shifted to the right: an incomplete last row is centered. */
  readonly shift: 0 | 0.5;
}

export interface WallGrid {
  readonly columns: number;
  readonly rows: number;
  readonly places: readonly WallPlace[];
}

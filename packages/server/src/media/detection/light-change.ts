import { gridCells, gridHeight, gridWidth } from './picture-grid.ts';

interface LightChange {
  readonly grid: Uint8Array;
  readonly background: Float32Array;
  /** Cells that differ, 1 each. */
  readonly moved: Uint8Array;
  /** How much lighter the whole picture became. */
  readonly shift: number;
  /** From which difference on a cell has moved. */
  readonly threshold: number;
}

/** Terms of what changes smoothly over the picture: even, slanted, and bright in the middle. */
const smoothTerms = 5;
const terms = 2 * smoothTerms;
const width = terms + 1;
/** Each fit leaves out what the one before did not explain: what moves must not bend it. */
const fits = 3;
const maxTolerance = 20;
/** Keeps an even picture, whose brightness and contrast are the same, solvable. */
const ridge = 1e-3;

/**
 * Returns which part of the cells that differ is explained by another light, 0 to 1. In another light the brightness and the contrast change
 * smoothly over the picture: by day and night, and when a camera switches to its infrared lamp, which is bright in the middle. What moves
 * is not explained by it.
 */
export function explainedByLight({ grid, background, moved, shift, threshold }: LightChange): number {
  const tolerance = Math.min(threshold, maxTolerance);
  const row = new Float64Array(terms);
  const residuals = new Float64Array(gridCells);
  for (let fit = 0; fit < fits; fit += 1) {
    const equations = new Float64Array(terms * width);
    for (let cell = 0; cell < gridCells; cell += 1) {
      if ((residuals[cell] ?? 0) > tolerance) continue;
      readTerms(cell, background[cell] ?? 0, row);
      addEquation(equations, row, grid[cell] ?? 0);
    }
    const light = solve(equations);
    if (!light) return 0;
    for (let cell = 0; cell < gridCells; cell += 1) {
      readTerms(cell, background[cell] ?? 0, row);
      let expected = 0;
      for (let term = 0; term < terms; term += 1) expected += (light[term] ?? 0) * (row[term] ?? 0);
      residuals[cell] = Math.abs((grid[cell] ?? 0) - expected);
    }
  }
  let changed = 0;
  let explained = 0;
  for (let cell = 0; cell < gridCells; cell += 1) {
    if (moved[cell] !== 1) continue;
    changed += 1;
    const residual = residuals[cell] ?? 0;
    const difference = Math.abs((grid[cell] ?? 0) - (background[cell] ?? 0) - shift);
    // A pale object that is barely a difference would otherwise be explained by a slight bend.
    if (residual <= tolerance && 2 * residual <= difference) explained += 1;
  }
  return changed === 0 ? 0 : explained / changed;
}

/** Writes the terms of a cell: for the brightness that is added, then for the contrast. */
function readTerms(cell: number, brightness: number, row: Float64Array): void {
  const x = (cell % gridWidth) / gridWidth - 0.5;
  const y = Math.floor(cell / gridWidth) / gridHeight - 0.5;
  row.set([1, x, y, x * x, y * y]);
  for (let term = 0; term < smoothTerms; term += 1) row[smoothTerms + term] = ((row[term] ?? 0) * brightness) / 128;
}

/** Adds a cell to the normal equations of the least squares. */
function addEquation(equations: Float64Array, row: Float64Array, value: number): void {
  for (let left = 0; left < terms; left += 1) {
    const factor = row[left] ?? 0;
    const start = left * width;
    for (let right = 0; right < terms; right += 1) equations[start + right] = (equations[start + right] ?? 0) + factor * (row[right] ?? 0);
    equations[start + terms] = (equations[start + terms] ?? 0) + factor * value;
  }
}

/** Solves the equations by elimination; null if they have no single solution. */
function solve(equations: Float64Array): Float64Array | null {
  const at = (line: number, column: number): number => equations[line * width + column] ?? 0;
  for (let line = 0; line < terms; line += 1) equations[line * width + line] = at(line, line) + ridge;
  for (let pivot = 0; pivot < terms; pivot += 1) {
    let best = pivot;
    for (let line = pivot + 1; line < terms; line += 1) if (Math.abs(at(line, pivot)) > Math.abs(at(best, pivot))) best = line;
    if (Math.abs(at(best, pivot)) < 1e-9) return null;
    for (let column = pivot; column < width; column += 1) {
      const [mine, other] = [at(pivot, column), at(best, column)];
      equations[pivot * width + column] = other;
      equations[best * width + column] = mine;
    }
    for (let line = 0; line < terms; line += 1) {
      if (line === pivot) continue;
      const factor = at(line, pivot) / at(pivot, pivot);
      for (let column = pivot; column < width; column += 1)
        equations[line * width + column] = at(line, column) - factor * at(pivot, column);
    }
  }
  return Float64Array.from({ length: terms }, (_, line) => at(line, terms) / at(line, line));
}

/** Size of the grid of brightness cells to which a picture is reduced; motion detection needs nothing else. */
export const gridWidth = 64;
export const gridHeight = 36;
export const gridCells: number = gridWidth * gridHeight;

/** Sampled points per cell in each direction: more would only take more time. */
const points = 4;

/**
 * Returns the mean brightness of each cell, 0 to 255, row by row.
 * @param luma the Y plane, one byte per pixel
 * @param stride bytes from one row to the next
 */
export function toGrid(luma: Uint8Array, width: number, height: number, stride: number): Uint8Array {
  const grid = new Uint8Array(gridCells);
  for (let row = 0; row < gridHeight; row++) {
    for (let column = 0; column < gridWidth; column++) {
      let sum = 0;
      for (let y = 0; y < points; y++) {
        const line = Math.min(height - 1, Math.floor(((row + (y + 0.5) / points) * height) / gridHeight)) * stride;
        for (let x = 0; x < points; x++)
          sum += luma[line + Math.min(width - 1, Math.floor(((column + (x + 0.5) / points) * width) / gridWidth))] ?? 0;
      }
      grid[row * gridWidth + column] = Math.round(sum / (points * points));
    }
  }
  return grid;
}

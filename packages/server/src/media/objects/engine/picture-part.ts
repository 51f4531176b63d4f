import type { PixelRegion } from './object-boxes.ts';

/** A decoded picture in three planes; those of the colours have half its width and height (4:2:0). */
export interface PlanarPicture {
  readonly width: number;
  readonly height: number;
  /** Y, U, V. */
  readonly planes: readonly [Uint8Array, Uint8Array, Uint8Array];
  /** Bytes from one row to the next, plane by plane. */
  readonly strides: readonly [number, number, number];
  /** Brightness takes 0 to 255 instead of 16 to 235. */
  readonly isFullRange: boolean;
}

/** Fewer points would make edges ragged, more only take time. */
const minPoints = 2;
const maxPoints = 4;

/**
 * Returns a part of a picture as a square of RGB, stretched to it as the pictures were that the model was trained with.
 * @param size side of the square, pixels
 */
export function toRgbSquare(picture: PlanarPicture, part: PixelRegion, size: number): Uint8Array {
  const { width, height, planes, strides, isFullRange } = picture;
  const [luma, u, v] = planes;
  const [lumaStride, uStride, vStride] = strides;
  const columns = samplePoints(part.left, part.width, size, width);
  const rows = samplePoints(part.top, part.height, size, height);
  const [offset, gain] = isFullRange ? [0, 1] : [16, 255 / 219];
  const colourGain = isFullRange ? 1 : 255 / 224;
  const rgb = new Uint8Array(size * size * 3);
  const pointCount = columns.count * rows.count;
  let at = 0;
  for (let y = 0; y < size; y++) {
    const firstRow = y * rows.count;
    const colourRow = (rows.points[firstRow + (rows.count >> 1)] ?? 0) >> 1;
    for (let x = 0; x < size; x++) {
      const firstColumn = x * columns.count;
      let sum = 0;
      for (let row = 0; row < rows.count; row++) {
        const line = (rows.points[firstRow + row] ?? 0) * lumaStride;
        for (let column = 0; column < columns.count; column++) sum += luma[line + (columns.points[firstColumn + column] ?? 0)] ?? 0;
      }
      const colourColumn = (columns.points[firstColumn + (columns.count >> 1)] ?? 0) >> 1;
      const bright = (sum / pointCount - offset) * gain;
      const blue = ((u[colourRow * uStride + colourColumn] ?? 128) - 128) * colourGain;
      const red = ((v[colourRow * vStride + colourColumn] ?? 128) - 128) * colourGain;
      // ITU-R BT.601; the difference to BT.709 is too small to matter to the model.
      rgb[at] = toByte(bright + 1.402 * red);
      rgb[at + 1] = toByte(bright - 0.344 * blue - 0.714 * red);
      rgb[at + 2] = toByte(bright + 1.772 * blue);
      at += 3;
    }
  }
  return rgb;
}

/** Returns which pixels of a row or column are averaged for each of `size` pixels. */
function samplePoints(start: number, length: number, size: number, whole: number): { count: number; points: Int32Array } {
  const count = Math.min(maxPoints, Math.max(minPoints, Math.round(length / size)));
  const points = new Int32Array(size * count);
  for (let index = 0; index < points.length; index++)
    points[index] = Math.min(whole - 1, Math.max(0, Math.floor(start + ((index + 0.5) * length) / points.length)));
  return { count, points };
}

function toByte(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}

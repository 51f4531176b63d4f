import type { BitReader } from './bit-reader.ts';

/** Aspect ratio of a pixel, `horizontal` to `vertical`, as in a `pasp` box. */
export interface PixelAspect {
  readonly horizontal: number;
  readonly vertical: number;
}

export const squarePixels: PixelAspect = { horizontal: 1, vertical: 1 };

/** aspect_ratio_idc 1 to 16 (ITU-T H.264, table E-1; H.265 has the same). */
const known: readonly (readonly [horizontal: number, vertical: number])[] = [
  [1, 1],
  [12, 11],
  [10, 11],
  [16, 11],
  [40, 33],
  [24, 11],
  [20, 11],
  [32, 11],
  [80, 33],
  [18, 11],
  [15, 11],
  [64, 33],
  [160, 99],
  [4, 3],
  [3, 2],
  [2, 1],
];
const extended = 255;
/** No camera has a more extreme lens, so a larger value is an error. */
const maxAspect = 4;

/** Returns the width of a pixel divided by its height; 1 when the given values make no sense. */
export function aspectRatio(horizontal: number, vertical: number): number {
  const ratio = horizontal / vertical;
  return ratio >= 1 / maxAspect && ratio <= maxAspect ? ratio : 1;
}

/** Returns the size of a picture in square pixels. One side grows and none shrinks, as HTML defines a video's intrinsic size. */
export function squareSize(width: number, height: number, ratio: number): { readonly width: number; readonly height: number } {
  return { width: width * Math.max(1, ratio), height: height * Math.max(1, 1 / ratio) };
}

/** Reads aspect_ratio_idc and its extended values. */
export function readPixelAspect(reader: BitReader): PixelAspect {
  const index = reader.bits(8);
  const [horizontal, vertical] = index === extended ? [reader.bits(16), reader.bits(16)] : (known[index - 1] ?? [1, 1]);
  return aspectRatio(horizontal, vertical) === 1 ? squarePixels : { horizontal, vertical };
}

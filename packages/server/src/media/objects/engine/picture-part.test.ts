import { expect, test } from 'vitest';
import { toRgbSquare, type PlanarPicture } from './picture-part.ts';

/** A picture whose left half is black and right half white, with padded rows. */
function halves(isFullRange: boolean, u = 128, v = 128): PlanarPicture {
  const [width, height, stride] = [64, 32, 80];
  const luma = new Uint8Array(stride * height).fill(7);
  const [black, white] = isFullRange ? [0, 255] : [16, 235];
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) luma[y * stride + x] = x < width / 2 ? black : white;
  const colour = (value: number): Uint8Array => new Uint8Array(40 * (height / 2)).fill(value);
  return { width, height, planes: [luma, colour(u), colour(v)], strides: [stride, 40, 40], isFullRange };
}
const pixel = (rgb: Uint8Array, size: number, x: number, y: number): number[] => [
  ...rgb.subarray((y * size + x) * 3, (y * size + x) * 3 + 3),
];

test('black and white stay so in both ranges, and the whole picture is stretched to the square', () => {
  for (const isFullRange of [false, true]) {
    const rgb = toRgbSquare(halves(isFullRange), { left: 0, top: 0, width: 64, height: 32 }, 16);
    expect([pixel(rgb, 16, 0, 0), pixel(rgb, 16, 7, 15), pixel(rgb, 16, 8, 0), pixel(rgb, 16, 15, 15)]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [255, 255, 255],
      [255, 255, 255],
    ]);
  }
});

test('a part shows only what is in it, also when it is enlarged, and never what lies beyond the picture', () => {
  const right = toRgbSquare(halves(false), { left: 40, top: 8, width: 8, height: 8 }, 32);
  expect(Math.min(...right)).toBe(255);
  const beyond = toRgbSquare(halves(false), { left: 60, top: 28, width: 40, height: 40 }, 8);
  expect(Math.min(...beyond)).toBe(255);
});

test('colours: V is red, U is blue', () => {
  const part = { left: 32, top: 0, width: 32, height: 32 };
  const [r = 0, g = 0, b = 0] = pixel(toRgbSquare(halves(false, 90, 240), part, 4), 4, 1, 1);
  expect([r > g, r > b]).toEqual([true, true]);
  const [r2 = 0, , b2 = 0] = pixel(toRgbSquare(halves(false, 200, 60), part, 4), 4, 1, 1);
  expect(b2).toBeGreaterThan(r2);
});

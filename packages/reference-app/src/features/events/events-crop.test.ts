import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cropAround, frameAspect, placeIn, wholePicture } from './events-crop.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const areas = fc
  .tuple(share, share, share, share)
  .map(([x, y, width, height]) => ({ x: x * (1 - width), y: y * (1 - height), width, height }));
/** From a phone held upright to a panorama. */
const aspects = fc.double({ min: 9 / 16, max: 4, noNaN: true });
const tolerance = 1e-9;

test('the crop contains the whole subject, is inside the picture or shows all of it, and keeps its proportions', () => {
  fc.assert(
    fc.property(areas, aspects, (area, aspect) => {
      const { x, y, width, height } = cropAround(area, aspect);
      for (const [from, size] of [
        [x, width],
        [y, height],
      ] as const)
        if (size <= 1) expect(from >= -tolerance && from + size <= 1 + tolerance).toBe(true);
        else expect(from).toBeCloseTo((1 - size) / 2);
      expect(x <= area.x + tolerance && y <= area.y + tolerance).toBe(true);
      expect(x + width >= area.x + area.width - tolerance && y + height >= area.y + area.height - tolerance).toBe(true);
      expect((width * aspect) / height).toBeCloseTo(frameAspect);
    }),
  );
});

test('a small subject is not enlarged beyond the picture’s detail', () => {
  expect(cropAround({ x: 0.5, y: 0.5, width: 0.01, height: 0.02 }).width).toBe(0.4);
});

test('a whole picture of other proportions stands in the middle of its frame, and so does what is marked in it', () => {
  const all = { x: 0, y: 0, width: 1, height: 1 };
  expect(placeIn(wholePicture(), all)).toEqual({ left: 0, top: 0, width: 1, height: 1 });
  const { left, top, width, height } = placeIn(wholePicture(4 / 3), all);
  expect([left, top, width, height].map((part) => Math.round(part * 1000))).toEqual([125, 0, 750, 1000]);
  const right = placeIn(wholePicture(4 / 3), { x: 0.5, y: 0, width: 0.5, height: 1 });
  expect(right.left).toBeCloseTo(0.5);
  expect(right.width).toBeCloseTo(0.375);
});

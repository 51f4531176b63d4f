import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cropAround } from './events-crop.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const areas = fc
  .tuple(share, share, share, share)
  .map(([x, y, width, height]) => ({ x: x * (1 - width), y: y * (1 - height), width, height }));

test('the crop is inside the picture and contains the whole subject', () => {
  fc.assert(
    fc.property(areas, (area) => {
      const { x, y, size } = cropAround(area);
      const tolerance = 1e-9;
      expect(x >= 0 && y >= 0 && x + size <= 1 + tolerance && y + size <= 1 + tolerance).toBe(true);
      expect(x <= area.x + tolerance && y <= area.y + tolerance).toBe(true);
      expect(x + size >= area.x + area.width - tolerance && y + size >= area.y + area.height - tolerance).toBe(true);
    }),
  );
});

test('a small subject is not enlarged beyond the picture’s detail', () => {
  expect(cropAround({ x: 0.5, y: 0.5, width: 0.01, height: 0.02 }).size).toBe(0.4);
});

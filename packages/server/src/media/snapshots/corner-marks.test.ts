import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cornerBars, cornerFilter, drawCorners } from './corner-marks.ts';

const size = { width: 64, height: 32 };
const draw = (box: Parameters<typeof drawCorners>[1]): string[] => {
  const data = new Uint8Array((size.width * size.height * 3) / 2).fill(90);
  drawCorners({ data, ...size }, box);
  return Array.from({ length: size.height }, (_, y) =>
    [...data.subarray(y * size.width, (y + 1) * size.width)].map((value) => (value === 255 ? '#' : value === 0 ? '.' : ' ')).join(''),
  );
};

test('white corners with a dark outline, and nothing inside', () => {
  const lines = draw({ x: 0.25, y: 0.25, width: 0.5, height: 0.5 });
  expect(lines.slice(5, 13)).toEqual(
    [
      '',
      '              ........                    ........',
      '              ........                    ........',
      '              ..####..                    ..####..',
      '              ..####..                    ..####..',
      '              ..##....                    ....##..',
      '              ..##....                    ....##..',
      '              ......                        ......',
    ].map((line) => line.padEnd(64)),
  );
});

test('a box at the edge, of the whole picture or of nothing stays inside', () => {
  const side = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      side,
      side,
      side,
      side,
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 1, max: 400 }),
      (x, y, w, h, halfWidth, halfHeight) => {
        const picture = { width: 2 * halfWidth, height: 2 * halfHeight };
        for (const { left, top, right, bottom } of cornerBars({ x, y, width: w, height: h }, picture, 2)) {
          expect([left >= 0, top >= 0, right <= picture.width, bottom <= picture.height]).toEqual([true, true, true, true]);
          expect([left, top, right, bottom].every((value) => value % 2 === 0)).toBe(true);
        }
        const data = new Uint8Array((picture.width * picture.height * 3) / 2);
        drawCorners({ data, ...picture }, { x, y, width: w, height: h });
      },
    ),
    { numRuns: 200 },
  );
});

test('the filter of FFmpeg has sixteen boxes, or none', () => {
  expect(cornerFilter(undefined)).toBe('');
  expect(cornerFilter({ x: 0.1, y: 0.2, width: 0.3, height: 0.4 }).match(/,drawbox=/g)).toHaveLength(16);
});

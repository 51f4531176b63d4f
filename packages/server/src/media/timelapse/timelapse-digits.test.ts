import { expect, test } from 'vitest';
import { drawTime } from './timelapse-digits.ts';

const draw = (text: string, width: number, height: number): string[] => {
  const pixels = new Uint8Array(width * height).fill(128);
  drawTime({ pixels, width, height }, text);
  return Array.from({ length: height }, (_, y) =>
    [...pixels.subarray(y * width, (y + 1) * width)].map((level) => (level === 235 ? '#' : level === 16 ? '.' : ' ')).join(''),
  );
};

test('a time stands in the lower left corner, white on black', () => {
  expect(draw('1:4', 24, 12)).toEqual([
    '                        ',
    '.....................   ',
    '.....................   ',
    '....#............#...   ',
    '...##.....#.....##...   ',
    '....#.....#....#.#...   ',
    '....#.........#..#...   ',
    '....#.....#...#####..   ',
    '....#.....#......#...   ',
    '...###...........#...   ',
    '.....................   ',
    '.....................   ',
  ]);
});

test('it is larger on larger pictures, and cut on tiny ones', () => {
  const [large, small] = [draw('8', 100, 720), draw('8', 100, 240)].map((lines) => lines.join('').split('#').length - 1);
  expect(large).toBe((small ?? 0) * 9);
  expect(() => draw('2026-11-27 14:05', 16, 8)).not.toThrow();
});

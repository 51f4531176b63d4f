import fc from 'fast-check';
import { expect, test } from 'vitest';
import { burnClock, readClock } from './burnt-clock.ts';

function toPixels(luma: Uint8Array): Uint8ClampedArray {
  return Uint8ClampedArray.from([...luma].flatMap((value) => [value, value, value, 255]));
}

test('any time can be read back', () => {
  const time = fc.integer({ min: 1, max: 2 ** 32 - 1 });
  fc.assert(
    fc.property(time, (milliseconds) => {
      const luma = new Uint8Array(160 * 16);
      burnClock(luma, 160, 240, milliseconds);
      expect(readClock(toPixels(luma), 160, 16)).toBe(milliseconds);
    }),
    { numRuns: 50 },
  );
});

test.each([0, 255])('a picture without a clock yields none (all %i)', (value) => {
  expect(readClock(new Uint8ClampedArray(160 * 4 * 4).fill(value), 160, 4)).toBe(null);
});

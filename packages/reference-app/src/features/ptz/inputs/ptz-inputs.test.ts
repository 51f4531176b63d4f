import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { possible, rest, sumOf, velocityOfDrag, velocityOfGamepad, velocityOfKeys } from './ptz-inputs.ts';

const gamepad = (axes: number[], pressed: Record<number, number> = {}) => ({
  axes,
  buttons: Array.from({ length: 17 }, (_, index) => ({ value: pressed[index] ?? 0, pressed: (pressed[index] ?? 0) > 0.5, touched: false })),
});

describe('keys', () => {
  test.each([
    [['ArrowLeft'], { pan: -0.5, tilt: 0, zoom: 0 }],
    [['ArrowUp', 'ArrowRight'], { pan: 0.5, tilt: 0.5, zoom: 0 }],
    [['ArrowLeft', 'ArrowRight'], rest],
    [['Equal'], { pan: 0, tilt: 0, zoom: 0.5 }],
    [['NumpadSubtract', 'Minus'], { pan: 0, tilt: 0, zoom: -1 }],
    [['KeyA'], rest],
    [[], rest],
  ])('%o', (codes, velocity) => {
    expect(velocityOfKeys(codes, 0.5)).toEqual(velocity);
  });
});

describe('a drag over the picture', () => {
  test.each([
    [0, 0, rest],
    [7, 0, rest],
    [100, 0, { pan: 1, tilt: 0, zoom: 0 }],
    [400, 0, { pan: 1, tilt: 0, zoom: 0 }],
    [0, 100, { pan: 0, tilt: -1, zoom: 0 }],
    [-54, 0, { pan: -0.25, tilt: 0, zoom: 0 }],
  ])('%i px right, %i px down', (dx, dy, velocity) => {
    expect(velocityOfDrag(dx, dy, 100)).toEqual(velocity);
  });
  test('follows the drag’s direction, faster with distance, never faster than the camera can', () => {
    const pixel = fc.double({ min: -3000, max: 3000, noNaN: true });
    fc.assert(
      fc.property(pixel, pixel, (dx, dy) => {
        const { pan, tilt, zoom } = velocityOfDrag(dx, dy, 180);
        expect(Math.hypot(pan, tilt)).toBeLessThanOrEqual(1.04);
        expect([pan * dx >= 0, tilt * dy <= 0, zoom]).toEqual([true, true, 0]);
        const further = velocityOfDrag(dx * 1.5, dy * 1.5, 180);
        expect(Math.abs(further.pan)).toBeGreaterThanOrEqual(Math.abs(pan));
      }),
    );
  });
});

describe('a gamepad', () => {
  test.each([
    ['sticks that lie a little off', gamepad([0.1, -0.12, 0, 0.15]), rest],
    ['the left stick', gamepad([1, -1, 0, 0]), { pan: 1, tilt: 1, zoom: 0 }],
    ['the right stick up', gamepad([0, 0, 0, -1]), { pan: 0, tilt: 0, zoom: 1 }],
    ['a trigger', gamepad([0, 0, 0, 0], { 6: 1 }), { pan: 0, tilt: 0, zoom: -1 }],
    ['both triggers', gamepad([0, 0, 0, 0], { 6: 1, 7: 1 }), rest],
    ['one that has no second stick', gamepad([0.58, 0]), { pan: 0.25, tilt: 0, zoom: 0 }],
  ])('%s', (_, pad, velocity) => {
    expect(velocityOfGamepad(pad)).toEqual(velocity);
  });
});

test('inputs add up to at most full speed; movements that a camera does not support are dropped', () => {
  const total = sumOf([
    { pan: 0.8, tilt: 0, zoom: 0.2 },
    { pan: 0.8, tilt: -0.5, zoom: -0.2 },
  ]);
  expect(total).toEqual({ pan: 1, tilt: -0.5, zoom: 0 });
  expect(possible(total, { canPan: false, canTilt: true, canZoom: true })).toEqual({ pan: 0, tilt: -0.5, zoom: 0 });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { place } from './placement.ts';
import type { Placement } from './placement.ts';

const view = { width: 1000, height: 800 };
const box = (left: number, top: number) => ({ left, top, width: 100, height: 40 });
const popper = { width: 200, height: 300 };

describe('place', () => {
  test.each<[Placement, ReturnType<typeof box>, { left: number; top: number; side: string }]>([
    ['bottom-start', box(400, 100), { left: 400, top: 146, side: 'bottom' }],
    ['bottom-end', box(400, 100), { left: 300, top: 146, side: 'bottom' }],
    ['bottom', box(400, 100), { left: 350, top: 146, side: 'bottom' }],
    ['top-start', box(400, 500), { left: 400, top: 194, side: 'top' }],
    ['right-start', box(400, 100), { left: 506, top: 100, side: 'right' }],
    ['left-end', box(400, 400), { left: 194, top: 140, side: 'left' }],
    // no room below: above
    ['bottom-start', box(400, 600), { left: 400, top: 294, side: 'top' }],
    // no room right: left
    ['right-start', box(850, 100), { left: 644, top: 100, side: 'left' }],
    // kept inside along the edge
    ['bottom-start', box(950, 100), { left: 792, top: 146, side: 'bottom' }],
  ])('%s of %o', (wanted, trigger, expected) => {
    expect(place(trigger, popper, view, wanted, 6)).toEqual(expected);
  });

  test('never starts outside the window', () => {
    const placements = fc.constantFrom<Placement>('top', 'bottom', 'left', 'right', 'top-start', 'bottom-end', 'left-start', 'right-end');
    const length = fc.integer({ min: 0, max: 1500 });
    fc.assert(
      fc.property(length, length, length, length, placements, (left, top, width, height, wanted) => {
        const found = place(box(left, top), { width, height }, view, wanted, 6);
        expect(found.left).toBeGreaterThanOrEqual(8);
        expect(found.top).toBeGreaterThanOrEqual(8);
        if (width <= view.width - 16) expect(found.left + width).toBeLessThanOrEqual(view.width - 8);
        if (height <= view.height - 16) expect(found.top + height).toBeLessThanOrEqual(view.height - 8);
      }),
    );
  });
});

import { describe, expect, test } from 'vitest';
import { sheetDrag } from './sheet-drag.ts';

describe('sheet drag', () => {
  test('follows the finger down after 8 px, never up', () => {
    const drag = sheetDrag({ y: 100, at: 0 });
    expect([104, 108, 150, 60].map((y, index) => drag.to({ y, at: index + 1 }))).toEqual([0, 0, 42, 0]);
  });

  test('a third of the sheet’s height closes it, less does not', () => {
    const slow = (y: number): boolean => {
      const drag = sheetDrag({ y: 0, at: 0 });
      drag.to({ y, at: 1000 });
      return drag.closes({ y, at: 1200 }, 300);
    };
    expect([slow(107), slow(109)]).toEqual([false, true]);
  });

  test('a flick closes it; a flick back up or a finger that rested does not', () => {
    const drag = sheetDrag({ y: 0, at: 0 });
    drag.to({ y: 40, at: 50 });
    expect(drag.closes({ y: 40, at: 55 }, 900)).toBe(true);
    expect(drag.closes({ y: 40, at: 500 }, 900)).toBe(false);
    drag.to({ y: 20, at: 70 });
    expect(drag.closes({ y: 20, at: 72 }, 900)).toBe(false);
  });

  test('a tap does not close it', () => {
    const drag = sheetDrag({ y: 10, at: 0 });
    drag.to({ y: 16, at: 4 });
    expect(drag.closes({ y: 16, at: 5 }, 300)).toBe(false);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fit, maxScale, pan, pinch, pointAt, toggleZoom, wheelFactor, wholePicture, zoomAt, zoomText, zoomTransform } from './zoom-view.ts';
import type { Share, ZoomView } from './zoom-view.ts';

const share = fc.record({ x: fc.double({ min: 0, max: 1, noNaN: true }), y: fc.double({ min: 0, max: 1, noNaN: true }) });
const view = fc
  .record({
    scale: fc.double({ min: 1, max: maxScale, noNaN: true }),
    x: fc.double({ min: -1, max: 2, noNaN: true }),
    y: fc.double({ min: -1, max: 2, noNaN: true }),
  })
  .map(fit);
const factor = fc.double({ min: 0.05, max: 20, noNaN: true });
const touchesEdge = ({ scale, x, y }: ZoomView): boolean =>
  [x, y].some((value) => value - 0.5 / scale < 1e-9 || value + 0.5 / scale > 1 - 1e-9);
const isInside = ({ scale, x, y }: ZoomView): boolean =>
  scale >= 1 && scale <= maxScale && [x, y].every((value) => value - 0.5 / scale >= -1e-9 && value + 0.5 / scale <= 1 + 1e-9);
const near = (a: Share, b: Share): void => {
  expect(a.x).toBeCloseTo(b.x, 6);
  expect(a.y).toBeCloseTo(b.y, 6);
};

describe('zoom', () => {
  test('no change ever shows more than the picture', () => {
    fc.assert(
      fc.property(view, factor, share, share, (from, by, at, moved) => {
        const found = [
          zoomAt(from, by, at),
          pan(from, { x: moved.x * 4 - 2, y: moved.y * 4 - 2 }),
          toggleZoom(from, at),
          pinch(from, [at, moved], [moved, at], 16 / 9),
        ];
        expect(found.filter((one) => !isInside(one))).toEqual([]);
      }),
    );
  });

  test('the point under the pointer stays there, unless the picture’s edge prevents it', () => {
    fc.assert(
      fc.property(view, factor, share, (from, by, at) => {
        const to = zoomAt(from, by, at);
        if (!touchesEdge(to)) near(pointAt(to, at), pointAt(from, at));
      }),
    );
  });

  test('zooming in at a point and out by the same factor restores the whole picture', () => {
    fc.assert(
      fc.property(fc.double({ min: 1.1, max: maxScale, noNaN: true }), share, (by, at) => {
        expect(zoomAt(zoomAt(wholePicture, by, at), 1 / by, at)).toEqual(wholePicture);
      }),
    );
  });

  test('the picture moves as far as the finger', () => {
    fc.assert(
      fc.property(view, share, (from, by) => {
        const to = pan(from, { x: by.x - 0.5, y: by.y - 0.5 });
        if (!touchesEdge(to) && from.scale > 1) near(pointAt(to, { x: by.x, y: by.y }), pointAt(from, { x: 0.5, y: 0.5 }));
      }),
    );
  });

  test('two fingers keep the points under them', () => {
    fc.assert(
      fc.property(view, share, share, share, share, (from, a, b, c, d) => {
        fc.pre(Math.hypot(a.x - b.x, a.y - b.y) > 0.05);
        const grown = zoomAt(from, Math.hypot(c.x - d.x, c.y - d.y) / Math.hypot(a.x - b.x, a.y - b.y), {
          x: (a.x + b.x) / 2,
          y: (a.y + b.y) / 2,
        });
        const to = pinch(from, [a, b], [c, d], 1);
        if (touchesEdge(to) || touchesEdge(grown) || to.scale === 1) return;
        near(pointAt(to, { x: (c.x + d.x) / 2, y: (c.y + d.y) / 2 }), pointAt(from, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }));
      }),
    );
  });

  test('a double tap zooms to its point and back', () => {
    const close = toggleZoom(wholePicture, { x: 0.3, y: 0.7 });
    expect(close.scale).toBe(2.5);
    near(pointAt(close, { x: 0.3, y: 0.7 }), { x: 0.3, y: 0.7 });
    expect(toggleZoom(close, { x: 0.9, y: 0.9 })).toBe(wholePicture);
  });

  test('the CSS transform centers the view', () => {
    fc.assert(
      fc.property(view, (shown) => {
        const [, scale, x, y] = /^scale\((.+)\) translate\((.+)%, (.+)%\)$/.exec(zoomTransform(shown)) ?? ['', '1', '0', '0'];
        const at = (middle: number, by: string | undefined): number => Number(scale) * (middle + Number(by) / 100);
        near({ x: at(shown.x, x), y: at(shown.y, y) }, { x: 0.5, y: 0.5 });
      }),
    );
    expect(zoomTransform(wholePicture)).toBe('');
  });

  test('wheel: scrolling away zooms in, a wild turn counts as one large step, a pinch is finer', () => {
    const turn = { deltaY: -100, deltaMode: 0, ctrlKey: false };
    expect(wheelFactor(turn)).toBeCloseTo(1.22, 2);
    expect(wheelFactor({ ...turn, deltaY: 100 }) * wheelFactor(turn)).toBeCloseTo(1, 9);
    expect(wheelFactor({ ...turn, deltaY: -9_000 })).toBe(wheelFactor({ ...turn, deltaY: -200 }));
    expect(wheelFactor({ ...turn, deltaY: -3, deltaMode: 1 })).toBeCloseTo(wheelFactor({ ...turn, deltaY: -48 }), 9);
    expect(wheelFactor({ ...turn, deltaY: -10, ctrlKey: true })).toBeGreaterThan(wheelFactor({ ...turn, deltaY: -10 }));
  });

  test('formats the factor in both languages', () => {
    expect(zoomText({ scale: 2.53, x: 0.5, y: 0.5 }, 'en')).toBe('2.5×');
    expect(zoomText(wholePicture, 'ru')).toBe('1,0×');
  });
});

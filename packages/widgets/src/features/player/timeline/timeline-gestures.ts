import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * Wheel and two fingers. React's own wheel listener is passive and could not keep the page from scrolling.
 * @param onZoom factor of the new window, and the fraction of the width that keeps its place
 * @param onPan by a fraction of the window
 */
export function useZoomGestures(element: RefObject<HTMLElement | null>, onZoom: (factor: number, fraction: number) => void, onPan: (fraction: number) => void): void {
  const latest = useRef({ onZoom, onPan });
  useLayoutEffect(() => {
    latest.current = { onZoom, onPan };
  });
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const life = new AbortController();
    const { signal } = life;
    const fingers = new Map<number, number>();
    const fractionOf = (x: number): number => {
      const box = target.getBoundingClientRect();
      return (x - box.left) / box.width;
    };
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) latest.current.onPan(event.deltaX / target.clientWidth);
      else latest.current.onZoom(Math.exp(Math.max(-50, Math.min(50, event.deltaY)) * 0.004), fractionOf(event.clientX));
    };
    const onMove = (event: PointerEvent): void => {
      if (event.pointerType !== 'touch' || !fingers.has(event.pointerId)) return;
      const before = [...fingers.values()];
      fingers.set(event.pointerId, event.clientX);
      const after = [...fingers.values()];
      const [a0, b0, a1, b1] = [before[0], before[1], after[0], after[1]];
      if (a0 === undefined || b0 === undefined || a1 === undefined || b1 === undefined) return;
      latest.current.onZoom(Math.max(10, Math.abs(a0 - b0)) / Math.max(10, Math.abs(a1 - b1)), fractionOf((a1 + b1) / 2));
    };
    const onUp = (event: PointerEvent): void => void fingers.delete(event.pointerId);
    target.addEventListener('wheel', onWheel, { passive: false, signal });
    target.addEventListener('pointerdown', (event) => { if (event.pointerType === 'touch') fingers.set(event.pointerId, event.clientX); }, { signal });
    target.addEventListener('pointermove', onMove, { signal });
    target.addEventListener('pointerup', onUp, { signal });
    target.addEventListener('pointercancel', onUp, { signal });
    return () => life.abort();
  }, [element]);
}

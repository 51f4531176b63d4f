import { useLayoutEffect } from '../../element/layout-effect.ts';
import { place } from './placement.ts';
import type { Place, Placement } from './placement.ts';

interface ElementRef {
  readonly current: HTMLElement | null;
}

/** Places a popper beside its trigger, and updates it while the page scrolls or either is resized. */
export function usePlacement(popper: ElementRef, trigger: ElementRef, placement: Placement, offset: number): void {
  useLayoutEffect(() => {
    const element = popper.current;
    const anchor = trigger.current;
    if (!element || !anchor) return;
    const life = new AbortController();
    const move = (): void => {
      const { left, top, width, height } = anchor.getBoundingClientRect();
      const found = place(
        { left, top, width, height },
        { width: element.offsetWidth, height: element.offsetHeight },
        { width: innerWidth, height: innerHeight },
        placement,
        offset,
      );
      put(element, found);
    };
    // In the top layer it is above dialogs and never clipped. Older browsers show it in place.
    if ('showPopover' in element) element.showPopover();
    move();
    const onMove = { signal: life.signal, passive: true, capture: true };
    addEventListener('scroll', move, onMove);
    addEventListener('resize', move, onMove);
    const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(move);
    sizes?.observe(element);
    sizes?.observe(anchor);
    return () => {
      life.abort();
      sizes?.disconnect();
    };
  }, [popper, trigger, placement, offset]);
}

function put(element: HTMLElement, { left, top, side }: Place): void {
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
  element.dataset['side'] = side;
}

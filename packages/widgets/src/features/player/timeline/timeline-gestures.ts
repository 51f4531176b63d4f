import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useLayoutEffect } from '../../../element/layout-effect.ts';

/** All positions are pixels from the left of the timeline. */
export interface TimelineGestures {
  /** A mouse or pen hovers; null: it has left. */
  hover(x: number | null): void;
  /** Scrubbing; nothing is sought yet. */
  scrub(x: number): void;
  /** Released there. */
  commit(x: number): void;
  /** The timeline itself is dragged, by the ruler or with Shift. */
  pan(by: number): void;
  /** The timeline is swiped under its playhead. */
  swipe(by: number): void;
  swiped(): void;
  /** The browser canceled the pointer: as if nothing had happened. */
  cancel(): void;
  /** @param x the position that stays in place; null: the playhead, under two fingers */
  zoom(factor: number, x: number | null): void;
}

/** Height of the ruler at the bottom, where a mouse drags the timeline itself, pixels. */
const rulerHeight = 28;
/** A finger that has moved less has tapped, pixels. */
const tapSlop = 7;

type Drag =
  | { readonly kind: 'scrub' | 'pan' | 'pinch' }
  | { readonly kind: 'touch'; readonly startX: number }
  | { readonly kind: 'swipe' }
  | null;

/**
 * Mouse and pen: a drag scrubs; on the ruler or with Shift it moves the timeline. A finger swipes the timeline under the playhead, like a
 * tape; a tap seeks; two fingers zoom. The wheel zooms; sideways or with Shift it moves. Elements in the timeline that handle pointers
 * themselves have `data-own-pointer`: `press` if they are only pressed, `drag` if they are dragged. React's own wheel listener is passive
 * and could not keep the page from scrolling.
 */
export function useTimelineGestures(element: RefObject<HTMLElement | null>, gestures: TimelineGestures): void {
  const latest = useRef(gestures);
  useLayoutEffect(() => {
    latest.current = gestures;
  });
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const life = new AbortController();
    const { signal } = life;
    const fingers = new Map<number, number>();
    let drag: Drag = null;
    let lastX = 0;
    const place = (event: MouseEvent): number =>
      Math.min(target.clientWidth, Math.max(0, event.clientX - target.getBoundingClientRect().left));
    const owner = (event: Event): string | undefined =>
      event
        .composedPath()
        .map((node) => (node instanceof HTMLElement ? node.dataset['ownPointer'] : undefined))
        .find((kind) => kind !== undefined);

    const onDown = (event: PointerEvent): void => {
      if (event.button !== 0 || owner(event) !== undefined) return;
      const x = place(event);
      lastX = event.clientX;
      if (event.pointerType === 'touch') {
        fingers.set(event.pointerId, event.clientX);
        if (fingers.size > 1 && drag?.kind === 'swipe') latest.current.cancel();
        drag = fingers.size > 1 ? { kind: 'pinch' } : { kind: 'touch', startX: event.clientX };
        return;
      }
      target.setPointerCapture(event.pointerId);
      const onRuler = event.clientY > target.getBoundingClientRect().bottom - rulerHeight;
      drag = { kind: onRuler || event.shiftKey ? 'pan' : 'scrub' };
      if (drag.kind === 'scrub') latest.current.scrub(x);
    };
    const onMove = (event: PointerEvent): void => {
      const by = event.clientX - lastX;
      if (drag === null) {
        if (event.pointerType !== 'touch') latest.current.hover(owner(event) === 'drag' ? null : place(event));
        return;
      }
      if (event.pointerType === 'touch' && !fingers.has(event.pointerId)) return;
      if (drag.kind === 'touch') {
        if (Math.abs(event.clientX - drag.startX) < tapSlop) return;
        drag = { kind: 'swipe' };
      }
      if (drag.kind === 'pinch') pinch(event);
      else if (drag.kind === 'scrub') latest.current.scrub(place(event));
      else if (drag.kind === 'pan') latest.current.pan(by);
      else latest.current.swipe(by);
      lastX = event.clientX;
    };
    function pinch(event: PointerEvent): void {
      const [a0, b0] = [...fingers.values()];
      fingers.set(event.pointerId, event.clientX);
      const [a1, b1] = [...fingers.values()];
      if (a0 === undefined || b0 === undefined || a1 === undefined || b1 === undefined) return;
      latest.current.zoom(Math.max(10, Math.abs(a0 - b0)) / Math.max(10, Math.abs(a1 - b1)), null);
    }
    const onUp = (event: PointerEvent): void => {
      fingers.delete(event.pointerId);
      const ended = drag;
      if (ended?.kind === 'pinch' && fingers.size > 0) return;
      drag = null;
      if (ended?.kind === 'scrub' || ended?.kind === 'touch') latest.current.commit(place(event));
      else if (ended?.kind === 'swipe') latest.current.swiped();
    };
    const onCancel = (event: PointerEvent): void => {
      fingers.delete(event.pointerId);
      if (fingers.size === 0) drag = null;
      latest.current.cancel();
    };
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.shiftKey ? event.deltaY : 0;
      if (sideways !== 0) latest.current.pan(-sideways);
      else latest.current.zoom(Math.exp(Math.max(-50, Math.min(50, event.deltaY)) * 0.006), place(event));
    };
    target.addEventListener('wheel', onWheel, { passive: false, signal });
    target.addEventListener('pointerdown', onDown, { signal });
    target.addEventListener('pointermove', onMove, { signal });
    target.addEventListener('pointerup', onUp, { signal });
    target.addEventListener('pointercancel', onCancel, { signal });
    target.addEventListener('pointerleave', () => drag === null && latest.current.hover(null), { signal });
    return () => life.abort();
  }, [element]);
}

import type { ReadonlySignal } from '@preact/signals-core';
import { pan, pinch, toggleZoom, wheelFactor, zoomAt } from './zoom-view.ts';
import type { Share, ZoomView } from './zoom-view.ts';

export interface ZoomGestures {
  readonly stage: HTMLElement;
  readonly view: ReadonlySignal<ZoomView>;
  readonly onView: (view: ZoomView) => void;
  /** A single tap of a finger on the picture. */
  readonly onTap: () => void;
  /** Milliseconds, never running back. */
  readonly now: () => number;
}

interface Held {
  at: Share;
  readonly startedAt: number;
  readonly from: Share;
}

const doubleWithin = 300;
const tapWithin = 300;
/** Farther than this a press is a drag, pixels. */
const tapSlop = 8;
const doubleSlop = 30;
/** What is no picture: a press on it means itself. */
const ownPress = '.wp-bar,.wp-over,.wp-popper,button,a,input,dialog';

/**
 * Wheel, pinch, drag and double tap on the picture.
 * The wheel belongs to the page while that scrolls: it enlarges when the picture is enlarged already, is in full screen or has
 * the focus, with Ctrl, and where the page has nothing to scroll that way.
 */
export function listenToZoom({ stage, view, onView, onTap, now }: ZoomGestures): () => void {
  const life = new AbortController();
  const { signal } = life;
  const held = new Map<number, Held>();
  let lastTap: { readonly at: Share; readonly time: number } | null = null;
  /** More than a tap: a drag or a pinch was part of it. */
  let dragged = false;

  const box = (): DOMRect => stage.getBoundingClientRect();
  const share = ({ clientX, clientY }: MouseEvent): Share => {
    const { left, top, width, height } = box();
    return { x: (clientX - left) / (width || 1), y: (clientY - top) / (height || 1) };
  };
  const pixels = (a: Share, b: Share): number => {
    const { width, height } = box();
    return Math.hypot((a.x - b.x) * width, (a.y - b.y) * height);
  };
  const isOnPicture = (event: Event): boolean => {
    const [target] = event.composedPath();
    return target instanceof Element && target.closest(ownPress) === null;
  };

  stage.addEventListener('wheel', (event) => {
    if (!isOnPicture(event) || event.deltaY === 0) return;
    const next = zoomAt(view.peek(), wheelFactor(event), share(event));
    if (next === view.peek() || (next.scale === view.peek().scale && next.scale === 1)) return;
    if (!event.ctrlKey && view.peek().scale === 1 && !isMeant(stage) && canScroll(stage, event.deltaY)) return;
    event.preventDefault();
    onView(next);
  }, { signal, passive: false });

  stage.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !isOnPicture(event)) return;
    if (held.size === 0) dragged = false;
    const at = share(event);
    held.set(event.pointerId, { at, from: at, startedAt: now() });
    // Captured only when something moves: a click stays a click of what is under it.
    if (held.size > 1) dragged = true;
  }, { signal });

  stage.addEventListener('pointermove', (event) => {
    const finger = held.get(event.pointerId);
    if (!finger) return;
    const to = share(event);
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const { width, height } = box();
      onView(pinch(view.peek(), [finger.at, other.at], [to, other.at], width / (height || 1)));
    } else if (view.peek().scale > 1 && (dragged || pixels(finger.from, to) > tapSlop)) {
      onView(pan(view.peek(), { x: to.x - finger.at.x, y: to.y - finger.at.y }));
    }
    if (!dragged && pixels(finger.from, to) > tapSlop) dragged = true;
    if (dragged && !stage.hasPointerCapture(event.pointerId)) stage.setPointerCapture(event.pointerId);
    finger.at = to;
  }, { signal });

  stage.addEventListener('pointerup', (event) => {
    const finger = held.get(event.pointerId);
    held.delete(event.pointerId);
    if (!finger || dragged || now() - finger.startedAt > tapWithin) return;
    const time = now();
    if (lastTap && time - lastTap.time < doubleWithin && pixels(lastTap.at, finger.at) < doubleSlop) {
      lastTap = null;
      onView(toggleZoom(view.peek(), finger.at));
      return;
    }
    lastTap = { at: finger.at, time };
    if (event.pointerType !== 'mouse') onTap();
  }, { signal });
  stage.addEventListener('pointercancel', ({ pointerId }) => void held.delete(pointerId), { signal });
  return () => life.abort();
}

/** The person is at the picture, not on the way down the page. */
function isMeant(stage: HTMLElement): boolean {
  return stage.matches(':fullscreen,:focus,:focus-within');
}

/** Whether something around the picture scrolls in the wheel's direction. */
function canScroll(stage: HTMLElement, deltaY: number): boolean {
  for (let element: Element | null = stage; element; element = parentOf(element)) {
    const isRoot = element === document.scrollingElement;
    if (!isRoot && !/auto|scroll|overlay/.test(getComputedStyle(element).overflowY)) continue;
    const left = deltaY < 0 ? element.scrollTop : element.scrollHeight - element.clientHeight - element.scrollTop;
    if (left > 1) return true;
  }
  return false;
}

function parentOf(element: Element): Element | null {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

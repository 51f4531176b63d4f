import type { ReadonlySignal } from '@preact/signals-core';
import { pan, pinch, toggleZoom, wheelFactor, zoomAt } from './zoom-view.ts';
import type { Share, ZoomView } from './zoom-view.ts';

export interface ZoomGestures {
  readonly stage: HTMLElement;
  readonly view: ReadonlySignal<ZoomView>;
  readonly onView: (view: ZoomView) => void;
  /** Called on a single tap on the picture. */
  readonly onTap: () => void;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
}

interface Held {
  at: Share;
  readonly startedAt: number;
  readonly from: Share;
}

const doubleTapMs = 300;
const maxTapMs = 300;
/** Movement beyond this many pixels makes a press a drag. */
const tapSlopPx = 8;
const doubleTapSlopPx = 30;
/** Controls over the picture: a press on them is theirs. */
const ownPress = '.wp-bar,.wp-over,.wp-popper,button,a,input,dialog';

/**
 * Wheel, pinch, drag and double tap on the picture.
 * The wheel scrolls the page. It zooms when the picture is already zoomed, full screen or focused, with Ctrl, and where the page cannot
 * scroll in that direction.
 */
export function listenToZoom({ stage, view, onView, onTap, now }: ZoomGestures): () => void {
  const life = new AbortController();
  const { signal } = life;
  const held = new Map<number, Held>();
  let lastTap: { readonly at: Share; readonly time: number } | null = null;
  /** The gesture included a drag or a pinch, so it is no tap. */
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

  stage.addEventListener(
    'wheel',
    (event) => {
      if (!isOnPicture(event) || event.deltaY === 0) return;
      const next = zoomAt(view.peek(), wheelFactor(event), share(event));
      if (next === view.peek() || (next.scale === view.peek().scale && next.scale === 1)) return;
      if (!event.ctrlKey && view.peek().scale === 1 && !isMeant(stage) && canScroll(stage, event.deltaY)) return;
      event.preventDefault();
      onView(next);
    },
    { signal, passive: false },
  );

  stage.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0 || !isOnPicture(event)) return;
      if (held.size === 0) dragged = false;
      const at = share(event);
      held.set(event.pointerId, { at, from: at, startedAt: now() });
      // Capture only on movement, so that a click still reaches the element under it.
      if (held.size > 1) dragged = true;
    },
    { signal },
  );

  stage.addEventListener(
    'pointermove',
    (event) => {
      const finger = held.get(event.pointerId);
      if (!finger) return;
      const to = share(event);
      const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const { width, height } = box();
        onView(pinch(view.peek(), [finger.at, other.at], [to, other.at], width / (height || 1)));
      } else if (view.peek().scale > 1 && (dragged || pixels(finger.from, to) > tapSlopPx)) {
        onView(pan(view.peek(), { x: to.x - finger.at.x, y: to.y - finger.at.y }));
      }
      if (!dragged && pixels(finger.from, to) > tapSlopPx) dragged = true;
      if (dragged && !stage.hasPointerCapture(event.pointerId)) stage.setPointerCapture(event.pointerId);
      finger.at = to;
    },
    { signal },
  );

  stage.addEventListener(
    'pointerup',
    (event) => {
      const finger = held.get(event.pointerId);
      held.delete(event.pointerId);
      if (!finger || dragged || now() - finger.startedAt > maxTapMs) return;
      const time = now();
      if (lastTap && time - lastTap.time < doubleTapMs && pixels(lastTap.at, finger.at) < doubleTapSlopPx) {
        lastTap = null;
        onView(toggleZoom(view.peek(), finger.at));
        return;
      }
      lastTap = { at: finger.at, time };
      if (event.pointerType !== 'mouse') onTap();
    },
    { signal },
  );
  stage.addEventListener('pointercancel', ({ pointerId }) => void held.delete(pointerId), { signal });
  return () => life.abort();
}

/** The user is pointing at the picture, not scrolling past it. */
function isMeant(stage: HTMLElement): boolean {
  return stage.matches(':fullscreen,:focus,:focus-within');
}

/** Whether an ancestor of the picture can scroll in the wheel's direction. */
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

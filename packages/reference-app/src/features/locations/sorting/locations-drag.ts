/** A place that a camera can be dropped on, as marked on its element. */
export interface DropPlace {
  readonly locationId: string | null;
  readonly roomId: string | null;
}

export interface PointerDrag {
  /** The element that follows the pointer. */
  readonly ghost: HTMLElement;
  /** The list whose items, each with `data-id`, make room. */
  readonly list: HTMLElement;
  readonly id: string;
  readonly pointerId: number;
  readonly start: { readonly x: number; readonly y: number };
  /** Whether the item can also be dropped on a place. */
  readonly acceptsPlaces: boolean;
  readonly onBegin: () => void;
  /** Reports where the item would be dropped: at a position in the list, or on another place. */
  readonly onOver: (target: { readonly index: number } | { readonly place: DropPlace }) => void;
  readonly onEnd: (isDropped: boolean) => void;
}

/** Minimum distance of a drag, px; a shorter one is a press. */
const threshold = 4;
/** The page scrolls when the pointer is this close to an edge of the window, px. */
const edge = 56;

/** Drags an item with the pointer until it is dropped or Escape cancels. @returns cancels the drag */
export function dragWithPointer({ ghost, list, id, pointerId, start, acceptsPlaces, onBegin, onOver, onEnd }: PointerDrag): () => void {
  const life = new AbortController();
  const { signal } = life;
  const { ownerDocument: page } = list;
  const view = page.defaultView ?? window;
  let isDragging = false;
  let last = start;
  let frame = 0;

  const look = (): void => {
    const place = acceptsPlaces ? placeAt(page, last.x, last.y) : null;
    onOver(place ? { place } : { index: indexAt(list, id, last.y) });
  };
  const scroll = (): void => {
    const speed = last.y < edge ? last.y - edge : Math.max(0, last.y - (view.innerHeight - edge));
    if (speed !== 0) {
      view.scrollBy(0, speed / 4);
      look();
    }
    frame = view.requestAnimationFrame(scroll);
  };
  const end = (isDropped: boolean): void => {
    if (signal.aborted) return;
    life.abort();
    view.cancelAnimationFrame(frame);
    onEnd(isDropped && isDragging);
  };
  page.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== pointerId) return;
      last = { x: event.clientX, y: event.clientY };
      if (!isDragging) {
        if (Math.hypot(last.x - start.x, last.y - start.y) < threshold) return;
        isDragging = true;
        onBegin();
        frame = view.requestAnimationFrame(scroll);
      }
      ghost.style.transform = `translate(${last.x + 12}px, ${last.y + 8}px)`;
      look();
    },
    { signal },
  );
  page.addEventListener('pointerup', (event) => event.pointerId === pointerId && end(true), { signal });
  page.addEventListener('pointercancel', (event) => event.pointerId === pointerId && end(false), { signal });
  page.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !isDragging) return;
      event.stopPropagation();
      end(false);
    },
    { signal, capture: true },
  );
  return () => end(false);
}

/** Returns how many of the other items are above the pointer. */
function indexAt(list: HTMLElement, id: string, y: number): number {
  return itemsOf(list).filter((item) => item.dataset['id'] !== id && middle(item) < y).length;
}

function itemsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(':scope > [data-id]')];
}

function middle(item: HTMLElement): number {
  const { top, height } = item.getBoundingClientRect();
  return top + height / 2;
}

function placeAt(page: Document, x: number, y: number): DropPlace | null {
  const target = page.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]');
  if (!target) return null;
  return { locationId: target.dataset['location'] ?? null, roomId: target.dataset['room'] ?? null };
}

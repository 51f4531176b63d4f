import { GripVertical } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { dragWithPointer } from './locations-drag.ts';
import type { DropPlace } from './locations-drag.ts';
import { text } from '../locations-texts.ts';

interface SortableItem {
  readonly id: string;
  readonly title: string;
}

export interface SortableListProps<Item extends SortableItem> {
  readonly label: string;
  readonly items: readonly Item[];
  /** Settles when the server has confirmed or refused. */
  readonly onMove: (id: string, index: number) => Promise<unknown>;
  /** Places outside the list that accept drops. `onOver` receives null when the item is over none. */
  readonly places?:
    | { readonly onOver: (place: DropPlace | null) => void; readonly onDrop: (id: string, place: DropPlace) => Promise<unknown> }
    | undefined;
  readonly className?: string;
  /** Renders an item's row, with the handle that moves it. */
  readonly children: (item: Item, handle: ReactNode) => ReactNode;
}

interface Carried {
  readonly id: string;
  readonly index: number;
  readonly by: 'keys' | 'pointer';
  readonly place: DropPlace | null;
}

/** A list that users sort: each item has a handle for pointer and keyboard. A dropped item looks unsaved until the server confirms. */
export function SortableList<Item extends SortableItem>({
  label,
  items,
  onMove,
  places,
  className,
  children,
}: SortableListProps<Item>): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const giveUp = useRef<(() => void) | null>(null);
  const refocus = useRef<string | null>(null);
  const hintId = useId();
  const [carried, setCarried] = useState<Carried | null>(null);
  const [saving, setSaving] = useState<Carried | null>(null);
  const [announcement, announce] = useState('');
  const shown = carried ?? saving;
  const total = items.length;
  const indexOf = (id: string): number => items.findIndex((item) => item.id === id);

  useEffect(() => () => giveUp.current?.(), []);
  // React may have moved the row in the document, which loses focus.
  useLayoutEffect(() => {
    const id = refocus.current;
    if (id === null || saving !== null) return;
    refocus.current = null;
    list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] .loc-handle`)?.focus();
  }, [items, saving]);

  const putDown = ({ id, index, by, place }: Carried, title: string): void => {
    setCarried(null);
    places?.onOver(null);
    if (place === null && index === indexOf(id)) return announce(text('letGo', { name: title }));
    if (by === 'keys') refocus.current = id;
    announce(place ? '' : text('putDown', { name: title, place: index + 1, total }));
    setSaving({ id, index, by, place });
    void (place && places ? places.onDrop(id, place) : onMove(id, index)).finally(() => setSaving(null));
  };
  const letGo = (title: string): void => {
    setCarried(null);
    places?.onOver(null);
    announce(text('letGo', { name: title }));
  };

  const onPointerDown = (event: PointerEvent, { id, title }: Item): void => {
    if (event.button !== 0 || !event.isPrimary || saving || !list.current || !ghost.current) return;
    let held: Carried = { id, index: indexOf(id), by: 'pointer', place: null };
    let hasBegun = false;
    ghost.current.textContent = title;
    giveUp.current = dragWithPointer({
      ghost: ghost.current,
      list: list.current,
      id,
      pointerId: event.pointerId,
      start: { x: event.clientX, y: event.clientY },
      acceptsPlaces: places !== undefined,
      onBegin: () => {
        hasBegun = true;
        setCarried(held);
      },
      onOver: (target) => {
        const next: Carried =
          'place' in target ? { ...held, index: indexOf(id), place: target.place } : { ...held, index: target.index, place: null };
        if (next.index === held.index && samePlace(next.place, held.place)) return;
        held = next;
        setCarried(next);
        places?.onOver(next.place);
      },
      onEnd: (isDropped) => {
        giveUp.current = null;
        if (isDropped) putDown(held, title);
        else if (hasBegun) letGo(title);
      },
    });
  };

  const onKeyDown = (event: KeyboardEvent, { id, title }: Item): void => {
    const isHeld = carried?.id === id && carried.by === 'keys';
    const take = (): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (event.key === ' ' || event.key === 'Enter') {
      take();
      if (isHeld) return putDown(carried, title);
      if (saving) return;
      setCarried({ id, index: indexOf(id), by: 'keys', place: null });
      return announce(text('pickedUp', { name: title, place: indexOf(id) + 1, total }));
    }
    if (!isHeld) return;
    if (event.key === 'Escape') {
      take();
      return letGo(title);
    }
    const index = nextIndex(event.key, carried.index, total);
    if (index === null) return;
    take();
    setCarried({ ...carried, index });
    announce(text('movedTo', { name: title, place: index + 1, total }));
  };

  return (
    <>
      <ul ref={list} className={`loc-list ${className ?? ''}`} aria-label={label}>
        {items.map((item, index) => {
          const isShown = shown?.id === item.id;
          return (
            <li
              key={item.id}
              data-id={item.id}
              className={isShown ? (carried ? 'loc-item held' : 'loc-item saving') : 'loc-item'}
              style={shown ? { order: previewOrder(index, indexOf(shown.id), shown.index) } : undefined}
              aria-busy={saving?.id === item.id || undefined}
            >
              {children(
                item,
                <button
                  type="button"
                  className="loc-handle"
                  aria-label={text('move', { name: item.title })}
                  aria-pressed={carried?.id === item.id}
                  aria-describedby={hintId}
                  onPointerDown={(event) => onPointerDown(event, item)}
                  onKeyDown={(event) => onKeyDown(event, item)}
                  onBlur={() => carried?.by === 'keys' && carried.id === item.id && letGo(item.title)}
                >
                  <GripVertical size={20} />
                </button>,
              )}
            </li>
          );
        })}
      </ul>
      <span id={hintId} hidden>
        {text('moveHint')}
      </span>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
      {createPortal(
        <div ref={ghost} className={carried?.by === 'pointer' ? 'loc-ghost on' : 'loc-ghost'} aria-hidden="true" />,
        document.body,
      )}
    </>
  );
}

/** Returns an item's position while another one is dragged. The document keeps its order, so that neither focus nor pointer capture is lost. */
export function previewOrder(index: number, from: number, to: number): number {
  if (index === from) return to;
  if (from < index && index <= to) return index - 1;
  return to <= index && index < from ? index + 1 : index;
}

/** Returns the position that a key moves the item to; null when the key has another meaning. */
export function nextIndex(key: string, index: number, total: number): number | null {
  switch (key) {
    case 'ArrowUp':
      return Math.max(0, index - 1);
    case 'ArrowDown':
      return Math.min(total - 1, index + 1);
    case 'Home':
      return 0;
    case 'End':
      return total - 1;
    default:
      return null;
  }
}

function samePlace(one: DropPlace | null, other: DropPlace | null): boolean {
  return one?.locationId === other?.locationId && one?.roomId === other?.roomId && (one === null) === (other === null);
}

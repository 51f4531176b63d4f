import { useEffect } from 'react';
import type { RefObject } from 'react';

/** Returns the next row for J (down) or K (up); null when the key is not for the list. */
export function nextRow(count: number, current: number, code: string): number | null {
  if (count === 0 || (code !== 'KeyJ' && code !== 'KeyK')) return null;
  if (current < 0) return code === 'KeyJ' ? 0 : null;
  return Math.min(count - 1, Math.max(0, current + (code === 'KeyJ' ? 1 : -1)));
}

/** Elements that use letter keys themselves: fields, other dialogs, the player. */
export const ownKeys = 'input,select,textarea,[contenteditable],dialog,[role="menu"],.wp-camera';

/** The row that an element belongs to: a button of a card acts for the card's row. */
export function rowAt(element: Element | null): HTMLElement | null {
  return (
    element?.closest<HTMLElement>('[data-event]') ?? element?.closest('.event-card')?.querySelector<HTMLElement>('[data-event]') ?? null
  );
}

/** Moves focus through a list's rows on J and K, from anywhere on the page, except while the user types or uses the player, which has the same keys. */
export function useSkimming(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(ownKeys) !== null) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-event]') ?? [])];
      const current = rowAt(document.activeElement);
      const next = nextRow(
        rows.length,
        rows.findIndex((row) => row === current),
        event.code,
      );
      if (next === null) return;
      event.preventDefault();
      rows[next]?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [list]);
}

import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { ownKeys, rowAt } from '../events-skim.ts';

/** What a key does to the focused row. */
export type RowDeed = 'seen' | 'save' | 'falseAlarm' | 'copyLink';

const deeds: Readonly<Record<string, RowDeed>> = { KeyS: 'seen', KeyB: 'save', KeyF: 'falseAlarm', KeyL: 'copyLink' };

/** Runs the deeds of S, B, F and L on the focused row. Keys count by their place, as J and K do. */
export function useRowKeys(list: RefObject<HTMLElement | null>, onDeed: (deed: RowDeed, row: HTMLElement) => void): void {
  const latest = useRef(onDeed);
  useEffect(() => {
    latest.current = onDeed;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const deed = deeds[event.code];
      if (!deed || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat) return;
      if (!(event.target instanceof Element) || event.target.closest(ownKeys) !== null) return;
      const row = rowAt(event.target);
      if (!row || list.current?.contains(row) !== true) return;
      event.preventDefault();
      latest.current(deed, row);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [list]);
}

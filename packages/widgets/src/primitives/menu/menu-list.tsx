import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { ChevronLeftIcon } from '../control-icons.tsx';
import { usePrimitives } from '../settings.tsx';
import { focusedElement } from '../overlay/focus.ts';
import type { MenuEntry, MenuSubmenu } from './menu-entry.ts';
import { isHeadingFor, menuRows, rowForKey, rowForText } from './menu-keys.ts';
import { MenuRow, MenuRows } from './menu-rows.tsx';
import type { MenuLevel, OpenSubmenu } from './menu-rows.tsx';

export interface MenuListProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  /** The row that is focused first. */
  readonly start: 'first' | 'last' | 'none';
  /** Runs after the whole menu has closed. */
  readonly onChoose: (action: () => void) => void;
  /** Closes only this level, unless it is the first. */
  readonly onBack?: (() => void) | undefined;
}

/** Maximum milliseconds between two typed letters of one name. */
const typingPauseMs = 500;

/** One level of a menu: arrows, Home, End and typing move the focus between the rows. */
export function MenuList({ label, entries, start, onChoose, onBack }: MenuListProps): ReactNode {
  const { clock } = usePrimitives();
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', forget: (): void => {} });
  const point = useRef<{ x: number; y: number } | null>(null);
  /** The submenu, beside its row or in place of this list. */
  const [beside, setBeside] = useState<OpenSubmenu | null>(null);
  const [instead, setInstead] = useState<MenuSubmenu | null>(null);

  useEffect(() => {
    const rows = list.current ? menuRows(list.current) : [];
    if (start !== 'none' || instead) (start === 'last' && !instead ? rows.at(-1) : rows[0])?.focus({ preventScroll: true });
  }, [start, instead]);
  useEffect(() => {
    const typing = typed.current;
    return () => typing.forget();
  }, []);

  const type = (letter: string): string => {
    const text = typed.current.text + letter;
    typed.current.forget();
    typed.current = { text, forget: clock.after(typingPauseMs, () => void (typed.current = { text: '', forget: () => {} })) };
    return text;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const current = focusedElement();
    const rows = menuRows(event.currentTarget);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isLetter = event.key.length === 1 && (event.key !== ' ' || typed.current.text !== '');
    const next = rowForKey(rows, current, event.key) ?? (isLetter ? rowForText(rows, current, type(event.key)) : null);
    const back =
      event.key === 'ArrowLeft' || event.key === 'Escape'
        ? instead
          ? () => setInstead(null)
          : event.key === 'ArrowLeft'
            ? onBack
            : undefined
        : undefined;
    if (!next && !back && !isLetter) return;
    event.preventDefault();
    event.stopPropagation();
    next?.focus();
    back?.();
  };
  const level: MenuLevel = {
    beside,
    onBeside: setBeside,
    onInstead: setInstead,
    onChoose,
    renderSubmenu: (submenu, start, onClose) => (
      <MenuList key={start} label={submenu.label} entries={submenu.entries} start={start} onChoose={onChoose} onBack={onClose} />
    ),
    onPoint: (event: PointerEvent<HTMLElement>) => {
      const from = point.current;
      point.current = { x: event.clientX, y: event.clientY };
      if (event.pointerType === 'touch') return;
      const open = list.current?.querySelector('.wp-popper');
      if (open && from && isHeadingFor(open.getBoundingClientRect(), from, point.current)) return;
      if (focusedElement() !== event.currentTarget) event.currentTarget.focus({ preventScroll: true });
    },
  };
  return (
    <div ref={list} className="wp-menu" role="menu" tabIndex={-1} aria-label={instead?.label ?? label} onKeyDown={onKeyDown}>
      {instead ? (
        <MenuRow label={instead.label} icon={<ChevronLeftIcon size={18} />} level={level} back onPress={() => setInstead(null)} />
      ) : null}
      <MenuRows entries={instead?.entries ?? entries} level={level} />
    </div>
  );
}

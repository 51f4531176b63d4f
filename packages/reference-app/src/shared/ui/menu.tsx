import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { MenuEntry } from './menu-entry.ts';
import './menu.css';

export interface MenuProps {
  /** What the button opens. */
  readonly label: string;
  /** The look of the button. */
  readonly className: string;
  readonly button: ReactNode;
  /** Shown above the rows, not selectable. */
  readonly top?: ReactNode;
  readonly entries: readonly MenuEntry[];
}

// React Aria's menu weighs 50 kB: it comes when somebody is about to open one, not with the first screen.
const loadPopover = () => import('./menu-popover.tsx');
const MenuPopover = lazy(async () => ({ default: (await loadPopover()).MenuPopover }));

/** A button that opens a menu. */
export function Menu({ label, className, button, top, entries }: MenuProps): ReactNode {
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const chosen = useRef<(() => void) | null>(null);
  // An action runs after the menu is gone and the focus is back on the button: a dialog that it opens gives the focus back there.
  useEffect(() => {
    if (open || !chosen.current) return;
    const act = chosen.current;
    chosen.current = null;
    trigger.current?.focus();
    act();
  }, [open]);
  const deferred = entries.map((entry): MenuEntry => (entry.kind === 'item' ? { ...entry, onAction: () => void (chosen.current = entry.onAction) } : entry));
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={() => void loadPopover()}
        onFocus={() => void loadPopover()}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {button}
      </button>
      {open ? (
        <Suspense>
          <MenuPopover label={label} trigger={trigger} top={top} entries={deferred} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { MenuEntry } from './menu-entry.ts';
import { MenuList } from './menu-list.tsx';
import type { Placement } from '../overlay/placement.ts';
import { Popper } from '../overlay/popper.tsx';

/** Properties of `<Menu>`. */
export interface MenuProps {
  /** Name of the menu. */
  readonly label: string;
  /** The button's look: `buttonClass()`, `iconButtonClass()` or your own. */
  readonly className: string;
  readonly button: ReactNode;
  /** Shown above the rows, not selectable. */
  readonly top?: ReactNode;
  readonly entries: readonly MenuEntry[];
  readonly placement?: Placement | undefined;
  readonly persistent?: boolean | undefined;
}

/**
 * A button that opens a menu. An action runs after the menu has closed and the focus is back on the button, so that a dialog opened by it
 * returns the focus there.
 * @example <Menu label="More" className={iconButtonClass()} button={<Ellipsis />} entries={[{ kind: 'item', label: 'Rename', onAction: rename }]} />
 */
export function Menu({ label, className, button, top, entries, placement = 'bottom-end', persistent }: MenuProps): ReactNode {
  const trigger = useRef<HTMLButtonElement>(null);
  const [start, setStart] = useState<'first' | 'last' | null>(null);
  const chosen = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (start !== null || !chosen.current) return;
    const act = chosen.current;
    chosen.current = null;
    trigger.current?.focus();
    act();
  }, [start]);
  const close = (): void => setStart(null);
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={start !== null}
        onClick={() => setStart(start === null ? 'first' : null)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setStart(event.key === 'ArrowDown' ? 'first' : 'last');
        }}
      >
        {button}
      </button>
      <Popper open={start !== null} onClose={close} trigger={trigger} placement={placement} persistent={persistent} closesOnBlur>
        {top ? <div className="wp-menu-top">{top}</div> : null}
        <MenuList
          label={label}
          entries={entries}
          start={start ?? 'first'}
          onChoose={(action) => {
            chosen.current = action;
            close();
          }}
        />
      </Popper>
    </>
  );
}

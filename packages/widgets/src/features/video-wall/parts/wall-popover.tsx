import { useRef, useState } from 'react';
import type { JSX, ReactNode } from 'react';
import { Popper } from '../../../primitives/overlay/popper.tsx';

export interface WallPopoverProps {
  readonly label: string;
  readonly button: ReactNode;
  readonly look?: string;
  readonly role?: 'menu' | 'dialog';
  /** The content while it is open; receives a function that closes it. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button of the bar with a popover above it; Escape and a press outside close it. */
export function WallPopover({ label, button, look = 'wp-wall-button', role = 'dialog', children }: WallPopoverProps): JSX.Element {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={look}
        aria-label={label}
        title={label}
        aria-haspopup={role}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      <Popper open={isOpen} onClose={close} trigger={trigger} placement="top-end" offset={8} role={role} label={label} takesFocus bare>
        <div className="wp-wall-panel">{children(close)}</div>
      </Popper>
    </>
  );
}

import { useRef, useState } from 'react';
import type { JSX, ReactNode } from 'react';
import { Popper } from '../../../primitives/overlay/popper.tsx';

export interface WallPopoverProps {
  readonly label: string;
  readonly button: ReactNode;
  readonly look?: string;
  readonly role?: 'menu' | 'dialog';
  /** Shown while it is open; it is given how to close itself. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button of the bar with something above it: Escape and a press elsewhere close it. */
export function WallPopover({ label, button, look = 'wp-wall-button', role = 'dialog', children }: WallPopoverProps): JSX.Element {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <button ref={trigger} type="button" className={look} aria-label={label} title={label} aria-haspopup={role} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>{button}</button>
      <Popper open={isOpen} onClose={close} trigger={trigger} placement="top-end" offset={8} role={role} label={label} takesFocus bare>
        <div className="wp-wall-panel">{children(close)}</div>
      </Popper>
    </>
  );
}

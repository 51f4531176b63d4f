import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { JSX, ReactNode } from 'react';

export interface WallPopoverProps {
  readonly label: string;
  readonly button: ReactNode;
  readonly look?: string;
  readonly role?: 'menu' | 'dialog';
  /** Shown while it is open; it is given how to close itself. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button of the bar with something above it, in the browser's top layer: Escape and a press elsewhere close it. */
export function WallPopover({ label, button, look = 'wp-wall-button', role = 'dialog', children }: WallPopoverProps): JSX.Element {
  const trigger = useRef<HTMLButtonElement>(null);
  const [panel, setPanel] = useState<HTMLDivElement | null>(null);
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (!trigger.current || !panel) return;
    const [opener, opened] = [trigger.current, panel];
    // As properties: not every renderer knows the attributes.
    opened.popover = 'auto';
    opener.popoverTargetElement = opened;
    const onToggle = (): void => {
      const next = opened.matches(':popover-open');
      if (next) place(opened, opener);
      setOpen(next);
    };
    opened.addEventListener('toggle', onToggle);
    return () => opened.removeEventListener('toggle', onToggle);
  }, [panel]);
  useLayoutEffect(() => {
    if (isOpen) panel?.querySelector<HTMLElement>('[aria-checked=true],button,input,select')?.focus();
  }, [isOpen, panel]);
  const close = (): void => panel?.hidePopover();
  return (
    <>
      <button ref={trigger} type="button" className={look} aria-label={label} title={label} aria-haspopup={role} aria-expanded={isOpen}>{button}</button>
      <div ref={setPanel} className="wp-wall-panel" role={role} aria-label={label}>{isOpen && children(close)}</div>
    </>
  );
}

/** Above the button, inside the window. */
function place(panel: HTMLElement, button: HTMLElement): void {
  const { right, top } = button.getBoundingClientRect();
  panel.style.right = `${Math.max(8, document.documentElement.clientWidth - right - 8)}px`;
  panel.style.bottom = `${document.documentElement.clientHeight - top + 8}px`;
}

import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import './modal.css';

export interface ModalProps {
  /** What it is, for screen readers: this modal has no title bar. */
  readonly label: string;
  readonly onClose: () => void;
  readonly className: string;
  readonly children: ReactNode;
}

const focusable = 'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled),[tabindex="0"]';

/**
 * A modal without a title bar, for the palette and the sheet from below; dialogs with one are `shared/ui/dialog`. Same rules:
 * Escape and a click beside it close it, the focus stays inside and goes back to where it was.
 */
export function Modal({ label, onClose, className, children }: ModalProps): ReactNode {
  const element = useRef<HTMLDialogElement>(null);
  // Asked while rendering: afterwards an autofocused child may have it.
  const [opener] = useState(() => document.activeElement);
  const pressedBeside = useRef(false);
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    (dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog)?.focus({ preventScroll: true });
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [opener]);
  return (
    // The pointer only closes what Escape closes too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={element}
      className={`modal ${className}`}
      aria-label={label}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={wrapTab}
      onPointerDown={(event) => {
        pressedBeside.current = isBeside(event.currentTarget, event);
      }}
      onClick={(event) => {
        if (pressedBeside.current && isBeside(event.currentTarget, event)) onClose();
      }}
    >
      {children}
    </dialog>
  );
}

/** A click on the backdrop has the dialog as its target too; only its place tells them apart. */
function isBeside(dialog: HTMLElement, event: { readonly target: EventTarget; readonly clientX: number; readonly clientY: number }): boolean {
  if (event.target !== dialog) return false;
  const box = dialog.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}

/** After the last stop comes the first; the browser itself would go to its own buttons. */
function wrapTab(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)].filter((stop) => stop.tabIndex >= 0 && stop.offsetParent !== null);
  const [first, last] = [stops[0], stops.at(-1)];
  const { activeElement } = document;
  const leaves = event.shiftKey ? activeElement === first || activeElement === event.currentTarget : activeElement === last;
  if (!first || !last || !leaves) return;
  event.preventDefault();
  (event.shiftKey ? last : first).focus();
}

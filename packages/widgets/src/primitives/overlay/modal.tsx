import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLayoutEffect } from '../../element/layout-effect.ts';
import { useLatest } from '../use-latest.ts';
import { focusedElement, focusFirst, wrapTab } from './focus.ts';
import { useLayer } from './layers.ts';
import { lockScroll } from './scroll-lock.ts';

/** How a modal closes and handles the focus. */
export interface ModalBehaviour {
  readonly onClose: () => void;
  /** While true neither Escape nor a click outside closes it. */
  readonly busy?: boolean | undefined;
  /** Neither Escape nor a click outside closes it, only its content. */
  readonly persistent?: boolean | undefined;
  /** Whether a click outside closes it. */
  readonly closeOnBackdrop?: boolean | undefined;
  /** Whether the focus returns to where it was. */
  readonly returnFocus?: boolean | undefined;
  /** "alertdialog" for questions that must be answered. */
  readonly role?: 'dialog' | 'alertdialog' | undefined;
  /** Id of the text that screen readers announce with the title. */
  readonly describedBy?: string | undefined;
}

/** Properties of `<Modal>`. */
export interface ModalProps extends ModalBehaviour {
  /** Its accessible name: a text, or the id of an element. */
  readonly label?: string | undefined;
  readonly labelledBy?: string | undefined;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/**
 * An unstyled modal, open while mounted: the platform's `<dialog>`, so everything else is inert.
 * The focus starts at `data-autofocus`, else at the first field, else at the modal itself; it stays inside and returns on close.
 * Use `Dialog` where a title bar fits.
 * @example {open && <Modal label="Find" className="palette" onClose={close}>…</Modal>}
 */
export function Modal({
  label,
  labelledBy,
  className,
  children,
  onClose,
  busy = false,
  persistent = false,
  closeOnBackdrop = true,
  returnFocus = true,
  role,
  describedBy,
}: ModalProps): ReactNode {
  const element = useRef<HTMLDialogElement>(null);
  // Read while rendering: afterwards an autofocused child may have the focus.
  const [opener] = useState(() => (typeof document === 'undefined' ? null : focusedElement()));
  const givesBack = useLatest(returnFocus);
  const leave = (): void => {
    if (!busy && !persistent) onClose();
  };
  useLayer(true, leave);
  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    const unlock = lockScroll();
    dialog.showModal();
    focusFirst(dialog);
    return () => {
      // This runs a frame after the dialog is gone: if the user has focused a field of the page meanwhile, it keeps the focus.
      const isElsewhere = !dialog.isConnected && focusedElement() !== null;
      dialog.close();
      unlock();
      if (!isElsewhere) giveFocusBack(opener, givesBack);
    };
  }, [opener, givesBack]);
  useNativeClosing(element, leave, closeOnBackdrop);
  return (
    <dialog
      ref={element}
      className={className}
      role={role}
      tabIndex={-1}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
    >
      {children}
    </dialog>
  );
}

/** The platform restores the focus too, but not for a removed dialog, nor if the opener lost the focus otherwise. */
function giveFocusBack(opener: HTMLElement | null, wanted: { readonly current: boolean }): void {
  if (!wanted.current) focusedElement()?.blur();
  else if (opener?.isConnected) opener.focus({ preventScroll: true });
}

/** Native listeners, because React and Preact differ in what bubbles. */
function useNativeClosing(element: { readonly current: HTMLDialogElement | null }, leave: () => void, closeOnBackdrop: boolean): void {
  const latest = useLatest({ leave, closeOnBackdrop });
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    const life = new AbortController();
    const { signal } = life;
    let pressedBeside = false;
    // A file chooser's "cancel" event bubbles through here.
    dialog.addEventListener(
      'cancel',
      (event) => {
        if (event.target !== dialog) return;
        event.preventDefault();
        latest.current.leave();
      },
      { signal },
    );
    // The browser may close a dialog regardless (a second Escape, the back gesture): reopen it.
    dialog.addEventListener(
      'close',
      (event) => {
        if (event.target !== dialog || !dialog.isConnected) return;
        dialog.showModal();
        latest.current.leave();
      },
      { signal },
    );
    dialog.addEventListener('keydown', (event) => wrapTab(dialog, event), { signal });
    // Both pressed and released outside: a text selection that ends outside is no click.
    dialog.addEventListener(
      'pointerdown',
      (event) => {
        pressedBeside = isBeside(dialog, event);
      },
      { signal },
    );
    dialog.addEventListener(
      'click',
      (event) => {
        if (pressedBeside && isBeside(dialog, event) && latest.current.closeOnBackdrop) latest.current.leave();
      },
      { signal },
    );
    return () => life.abort();
  }, [element, latest]);
}

/** A click on the backdrop also has the dialog as its target; only its position differs. */
function isBeside(dialog: HTMLElement, event: MouseEvent): boolean {
  if (event.target !== dialog) return false;
  const box = dialog.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}

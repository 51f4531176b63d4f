import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLatest } from '../use-latest.ts';
import { focusedElement, focusFirst, wrapTab } from './focus.ts';
import { useLayer } from './layers.ts';
import { lockScroll } from './scroll-lock.ts';

/** How a modal closes, and what it does with the focus. */
export interface ModalBehaviour {
  readonly onClose: () => void;
  /** While true neither Escape nor a click beside it closes it. */
  readonly busy?: boolean | undefined;
  /** Neither Escape nor a click beside it closes it: only what stands in it. */
  readonly persistent?: boolean | undefined;
  /** Whether a click beside it closes it. */
  readonly closeOnBackdrop?: boolean | undefined;
  /** Whether the focus goes back to where it was. */
  readonly returnFocus?: boolean | undefined;
  /** "alertdialog" for questions that cannot be left unanswered. */
  readonly role?: 'dialog' | 'alertdialog' | undefined;
  /** Id of what is said with the title by screen readers. */
  readonly describedBy?: string | undefined;
}

export interface ModalProps extends ModalBehaviour {
  /** Its name: the text, or the id of the element that says it. */
  readonly label?: string | undefined;
  readonly labelledBy?: string | undefined;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/**
 * A modal without a look of its own, shown while it is mounted: the platform's `<dialog>`, so everything else is inert.
 * The focus starts at `data-autofocus`, else at the first field, else at the modal itself, stays inside, and goes back when it closes.
 * Use `Dialog` where a title bar fits.
 * @example {open && <Modal label="Find" className="palette" onClose={close}>…</Modal>}
 */
export function Modal({ label, labelledBy, className, children, onClose, busy = false, persistent = false, closeOnBackdrop = true, returnFocus = true, role, describedBy }: ModalProps): ReactNode {
  const element = useRef<HTMLDialogElement>(null);
  // Asked while rendering: afterwards an autofocused child may have it.
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
      // This runs a frame after the dialog is gone: whoever went to a field of the page meanwhile stays there.
      const isElsewhere = !dialog.isConnected && focusedElement() !== null;
      dialog.close();
      unlock();
      if (!isElsewhere) giveFocusBack(opener, givesBack);
    };
  }, [opener, givesBack]);
  useNativeClosing(element, leave, closeOnBackdrop);
  return (
    <dialog ref={element} className={className} role={role} tabIndex={-1} aria-label={label} aria-labelledby={labelledBy} aria-describedby={describedBy}>
      {children}
    </dialog>
  );
}

/** The platform gives the focus back too, but not when the dialog has been removed, and not when the opener lost it otherwise. */
function giveFocusBack(opener: HTMLElement | null, wanted: { readonly current: boolean }): void {
  if (!wanted.current) focusedElement()?.blur();
  else if (opener?.isConnected) opener.focus({ preventScroll: true });
}

/** Listened to natively: React and Preact differ in what bubbles. */
function useNativeClosing(element: { readonly current: HTMLDialogElement | null }, leave: () => void, closeOnBackdrop: boolean): void {
  const latest = useLatest({ leave, closeOnBackdrop });
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    const life = new AbortController();
    const { signal } = life;
    let pressedBeside = false;
    // A file chooser's "cancel" bubbles through here.
    dialog.addEventListener('cancel', (event) => {
      if (event.target !== dialog) return;
      event.preventDefault();
      latest.current.leave();
    }, { signal });
    // The browser may close a dialog against its will (a second Escape, the back gesture): then it comes back.
    dialog.addEventListener('close', (event) => {
      if (event.target !== dialog || !dialog.isConnected) return;
      dialog.showModal();
      latest.current.leave();
    }, { signal });
    dialog.addEventListener('keydown', (event) => wrapTab(dialog, event), { signal });
    // Pressed and let go beside it: a selection that ends outside is no click.
    dialog.addEventListener('pointerdown', (event) => {
      pressedBeside = isBeside(dialog, event);
    }, { signal });
    dialog.addEventListener('click', (event) => {
      if (pressedBeside && isBeside(dialog, event) && latest.current.closeOnBackdrop) latest.current.leave();
    }, { signal });
    return () => life.abort();
  }, [element, latest]);
}

/** A click on the backdrop has the dialog as its target too; only its place tells them apart. */
function isBeside(dialog: HTMLElement, event: MouseEvent): boolean {
  if (event.target !== dialog) return false;
  const box = dialog.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}

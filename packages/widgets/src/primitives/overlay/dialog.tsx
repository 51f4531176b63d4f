import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { CloseIcon } from '../control-icons.tsx';
import { useLabels } from '../labels.ts';
import { useLatest } from '../use-latest.ts';
import { focusedElement, focusFirst, wrapTab } from './focus.ts';
import { useLayer } from './layers.ts';
import { lockScroll } from './scroll-lock.ts';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
  /** While true nothing closes the dialog: not Escape, not a click beside it, not its button. */
  readonly busy?: boolean | undefined;
  /** Neither Escape nor a click beside the dialog closes it: only what stands in it. */
  readonly persistent?: boolean | undefined;
  /** Whether a click beside the dialog closes it. */
  readonly closeOnBackdrop?: boolean | undefined;
  /** The button in the corner is there, but does nothing. */
  readonly closeDisabled?: boolean | undefined;
  /** Whether the focus goes back to where it was. */
  readonly returnFocus?: boolean | undefined;
  /** Makes the dialog a form. */
  readonly onSubmit?: (() => void) | undefined;
  /** 440 px without; 560 and 848 px at most. */
  readonly size?: 'm' | 'l' | undefined;
  /** "alertdialog" for questions that cannot be left unanswered. */
  readonly role?: 'dialog' | 'alertdialog' | undefined;
  /** Said with the title by screen readers. */
  readonly describedBy?: string | undefined;
}

/**
 * A modal dialog, shown while it is mounted: the platform's own `<dialog>`, so everything else is inert.
 * The focus starts at `data-autofocus`, else at the first field, else at the dialog itself, and goes back when it closes.
 * @example {open && <Dialog title="Rename" onClose={close} onSubmit={save} footer={<Button type="submit">Save</Button>}>…</Dialog>}
 */
export function Dialog({ title, onClose, children, footer, busy = false, persistent = false, closeOnBackdrop = true, closeDisabled = false, returnFocus = true, onSubmit, size, role, describedBy }: DialogProps): ReactNode {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
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
      dialog.close();
      unlock();
      giveFocusBack(opener, givesBack);
    };
  }, [opener, givesBack]);
  useNativeClosing(element, leave, closeOnBackdrop);

  return (
    <dialog ref={element} className={size ? `wp-dialog wp-dialog-panel wp-dialog-${size}` : 'wp-dialog wp-dialog-panel'} role={role} tabIndex={-1} aria-labelledby={titleId} aria-describedby={describedBy}>
      <DialogInner {...{ title, titleId, footer, children, onClose }} closeDisabled={busy || closeDisabled} onSubmit={onSubmit && (() => void (busy || onSubmit()))} />
    </dialog>
  );
}

/** Header, body and footer of a dialog; a form when there is something to submit. */
function DialogInner({ title, titleId, footer, children, onClose, closeDisabled, onSubmit }: Pick<DialogProps, 'title' | 'footer' | 'children' | 'onClose' | 'closeDisabled' | 'onSubmit'> & { titleId: string }): ReactNode {
  const label = useLabels();
  const inner = (
    <>
      <header className="wp-dialog-header">
        <h2 className="wp-dialog-title" id={titleId}>{title}</h2>
        <IconButton label={label('close')} onClick={onClose} disabled={closeDisabled}>
          <CloseIcon />
        </IconButton>
      </header>
      <div className="wp-dialog-body">{children}</div>
      {footer ? <footer className="wp-dialog-footer">{footer}</footer> : null}
    </>
  );
  if (!onSubmit) return <div className="wp-dialog-inner">{inner}</div>;
  return (
    <form
      className="wp-dialog-inner"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A dialog inside of this one is a form of its own.
        event.stopPropagation();
        onSubmit();
      }}
    >
      {inner}
    </form>
  );
}

/** The look of a dialog in the page itself, not modal: for documentation, and for questions that stand in a page of their own. */
export function DialogPanel({ title, footer, children, onClose }: Pick<DialogProps, 'title' | 'footer' | 'children' | 'onClose'>): ReactNode {
  const titleId = useId();
  return (
    <section className="wp-dialog-panel" aria-labelledby={titleId}>
      <DialogInner {...{ title, titleId, footer, children, onClose }} />
    </section>
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
  useEffect(() => {
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

import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import './dialog.css';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  /** While true, neither Escape nor a click beside the dialog closes it. */
  readonly busy?: boolean;
  /** Makes the dialog a form. */
  readonly onSubmit?: () => void;
}

/**
 * A modal dialog, shown while it is mounted. The platform's own `<dialog>` keeps the focus inside, closes on Escape
 * and gives the focus back; it works under the strictest content security policy.
 */
export function Dialog({ title, onClose, children, footer, busy = false, onSubmit }: DialogProps): ReactNode {
  const { t } = useTranslation();
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    const opener = document.activeElement;
    dialog?.showModal();
    // React's autoFocus comes before showModal(), which then moves the focus to the first button.
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog?.close();
      // React has removed the dialog by then in some cases, where the platform does not give the focus back.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) onSubmit?.();
  };
  const inner = (
    <>
      <header>
        <h2 id={titleId}>{title}</h2>
        <IconButton label={t('common.close')} onClick={onClose} disabled={busy}>
          <X size={20} />
        </IconButton>
      </header>
      <div className="dialog-body">{children}</div>
      {footer ? <footer>{footer}</footer> : null}
    </>
  );
  return (
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget && !busy && !isInside(event.currentTarget, event)) onClose();
      }}
    >
      {onSubmit ? <form noValidate onSubmit={submit}>{inner}</form> : inner}
    </dialog>
  );
}

/** A click on the backdrop has the dialog as its target too; only its place tells them apart. */
function isInside(element: HTMLElement, point: { clientX: number; clientY: number }): boolean {
  const box = element.getBoundingClientRect();
  return point.clientX >= box.left && point.clientX <= box.right && point.clientY >= box.top && point.clientY <= box.bottom;
}

import { useId } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { CloseIcon } from '../control-icons.tsx';
import { useLabels } from '../labels.ts';
import { Modal } from './modal.tsx';
import type { ModalBehaviour } from './modal.tsx';

/** Properties of `<Dialog>`. */
export interface DialogProps extends ModalBehaviour {
  readonly title: string;
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
  /** The close button is shown, but disabled. */
  readonly closeDisabled?: boolean | undefined;
  /** Makes the dialog a form. */
  readonly onSubmit?: (() => void) | undefined;
  /** Maximum width, px. Default: 440; 424 is the chat's (specification 1, section 9). */
  readonly size?: 's' | 'm' | 'l' | undefined;
}

/**
 * A modal with a title bar, a body and a footer. While `busy` its button does not close it either.
 * @example {open && <Dialog title="Rename" onClose={close} onSubmit={save} footer={<Button type="submit">Save</Button>}>…</Dialog>}
 */
export function Dialog({ title, children, footer, closeDisabled = false, onSubmit, size, ...behaviour }: DialogProps): ReactNode {
  const titleId = useId();
  const { busy = false, onClose } = behaviour;
  return (
    <Modal
      {...behaviour}
      labelledBy={titleId}
      className={size ? `wp-dialog wp-dialog-panel wp-dialog-${size}` : 'wp-dialog wp-dialog-panel'}
    >
      <DialogInner
        {...{ title, titleId, footer, children, onClose }}
        closeDisabled={busy || closeDisabled}
        onSubmit={onSubmit && (() => void (busy || onSubmit()))}
      />
    </Modal>
  );
}

/** Header, body and footer of a dialog; a form if `onSubmit` is set. */
function DialogInner({
  title,
  titleId,
  footer,
  children,
  onClose,
  closeDisabled,
  onSubmit,
}: Pick<DialogProps, 'title' | 'footer' | 'children' | 'onClose' | 'closeDisabled' | 'onSubmit'> & { titleId: string }): ReactNode {
  const label = useLabels();
  const inner = (
    <>
      <header className="wp-dialog-header">
        <h2 className="wp-dialog-title" id={titleId}>
          {title}
        </h2>
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
        // A dialog inside this one has its own form.
        event.stopPropagation();
        onSubmit();
      }}
    >
      {inner}
    </form>
  );
}

/** A dialog's look inside the page, not modal: for documentation, and for questions that are part of a page. */
export function DialogPanel({
  title,
  footer,
  children,
  onClose,
}: Pick<DialogProps, 'title' | 'footer' | 'children' | 'onClose'>): ReactNode {
  const titleId = useId();
  return (
    <section className="wp-dialog-panel" aria-labelledby={titleId}>
      <DialogInner {...{ title, titleId, footer, children, onClose }} />
    </section>
  );
}

import { useId } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../action/button.tsx';
import { useLabels } from '../labels.ts';
import { Dialog } from './dialog.tsx';

/** Properties of `<ConfirmDialog>`. */
export interface ConfirmDialogProps {
  /** A question that names its object. */
  readonly title: string;
  /** The consequences, and what cannot be undone. */
  readonly description: ReactNode;
  /** The verb: "Remove camera", never "OK". */
  readonly submitLabel: string;
  readonly cancelLabel?: string | undefined;
  /** Something will be lost: the button is red, and the focus starts at the other one. */
  readonly danger?: boolean | undefined;
  readonly busy?: boolean | undefined;
  /** Why the last attempt failed. */
  readonly error?: ReactNode;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/**
 * Asks for confirmation.
 * @example <ConfirmDialog danger title="Remove Back entrance?" description="All recordings are deleted." submitLabel="Remove camera" onSubmit={remove} onClose={close} />
 */
export function ConfirmDialog({
  title,
  description,
  submitLabel,
  cancelLabel,
  danger = false,
  busy,
  error,
  onSubmit,
  onClose,
}: ConfirmDialogProps): ReactNode {
  const label = useLabels();
  const descriptionId = useId();
  return (
    <Dialog
      title={title}
      role="alertdialog"
      describedBy={descriptionId}
      busy={busy}
      onClose={onClose}
      onSubmit={onSubmit}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={busy} data-autofocus={danger || undefined}>
            {cancelLabel ?? label('cancel')}
          </Button>
          <Button look={danger ? 'danger' : 'primary'} type="submit" busy={busy} data-autofocus={danger ? undefined : true}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <div id={descriptionId}>{description}</div>
      {error}
    </Dialog>
  );
}

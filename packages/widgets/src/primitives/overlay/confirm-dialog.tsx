import { useId } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../action/button.tsx';
import { useLabels } from '../labels.ts';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  /** A question that names what it is about. */
  readonly title: string;
  /** What happens then, and what cannot be undone. */
  readonly description: ReactNode;
  /** The verb: "Remove camera", never "OK". */
  readonly submitLabel: string;
  readonly cancelLabel?: string | undefined;
  /** Something is lost: the button is red, and the focus starts at the other one. */
  readonly danger?: boolean | undefined;
  readonly busy?: boolean | undefined;
  /** What went wrong at the last try. */
  readonly error?: ReactNode;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/**
 * Asks before something happens.
 * @example <ConfirmDialog danger title="Remove Back entrance?" description="All recordings are deleted." submitLabel="Remove camera" onSubmit={remove} onClose={close} />
 */
export function ConfirmDialog({ title, description, submitLabel, cancelLabel, danger = false, busy, error, onSubmit, onClose }: ConfirmDialogProps): ReactNode {
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
          <Button look="quiet" onClick={onClose} disabled={busy} data-autofocus={danger || undefined}>{cancelLabel ?? label('cancel')}</Button>
          <Button look={danger ? 'danger' : 'primary'} type="submit" busy={busy} data-autofocus={danger ? undefined : true}>{submitLabel}</Button>
        </>
      }
    >
      <div id={descriptionId}>{description}</div>
      {error}
    </Dialog>
  );
}

import { errorText } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ErrorText } from '../../../shared/ui/field.tsx';
import { text } from '../developers-texts.ts';

export interface FormDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly isPending: boolean;
  /** Why it could not be saved. */
  readonly error: Error | null;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** A form that is saved by one button, and says why it could not be saved. */
export function FormDialog({ title, submitLabel, isPending, error, onSubmit, onClose, children }: FormDialogProps): ReactNode {
  return (
    <Dialog
      title={title}
      size="m"
      busy={isPending}
      onClose={onClose}
      onSubmit={onSubmit}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={isPending}>
            {text('cancel')}
          </Button>
          <Button type="submit" look="primary" busy={isPending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <div className="dev-fields">
        {children}
        {error ? <ErrorText>{errorText(error, currentLocale())}</ErrorText> : null}
      </div>
    </Dialog>
  );
}

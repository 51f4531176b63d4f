import { errorText } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { ErrorText } from '../../../shared/ui/field.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { useChange } from '../developers-queries.ts';
import { text as common } from '../developers-texts.ts';

export interface ConfirmProps {
  readonly title: string;
  /** What ends, and that nothing restores it. */
  readonly paragraphs: readonly string[];
  readonly submitLabel: string;
  readonly busyLabel: string;
  /** The toast afterwards. */
  readonly done: string;
  readonly change: () => Promise<unknown>;
  /** Keys of the queries that the change may have changed. */
  readonly renewed: readonly (readonly string[])[];
  /** Nothing is lost by it. */
  readonly isHarmless?: boolean;
  readonly onClose: () => void;
}

/** Asks before something ends that can't be restored. */
export function Confirm({
  title,
  paragraphs,
  submitLabel,
  busyLabel,
  done,
  change,
  renewed,
  isHarmless = false,
  onClose,
}: ConfirmProps): ReactNode {
  useTranslation();
  const { mutate, isPending, error } = useChange(change, ...renewed);
  return (
    <ConfirmDialog
      danger={!isHarmless}
      title={title}
      description={
        <div className="dev-paragraphs">
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      }
      submitLabel={isPending ? busyLabel : submitLabel}
      cancelLabel={common('cancel')}
      busy={isPending}
      error={error ? <ErrorText>{errorText(error, currentLocale())}</ErrorText> : null}
      onSubmit={() =>
        mutate(undefined, {
          onSuccess: () => {
            onClose();
            showToast('success', done, { id: 'developers' });
          },
        })
      }
      onClose={onClose}
    />
  );
}

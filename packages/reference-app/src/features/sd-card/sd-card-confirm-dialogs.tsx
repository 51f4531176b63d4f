import { errorText } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { ErrorText } from '../../shared/ui/field.tsx';
import { useSdCardWork } from './sd-card-queries.ts';
import { text } from './sd-card-texts.ts';

const texts = {
  format: { title: 'formatTitle', warning: 'formatWarning', submit: 'format' },
  erase: { title: 'eraseTitle', warning: 'eraseWarning', submit: 'erase' },
} as const;

/** Says what will be lost for good, and starts the operation. */
export function LoseDataDialog({
  cameraId,
  kind,
  onClose,
}: {
  readonly cameraId: string;
  readonly kind: 'format' | 'erase';
  readonly onClose: () => void;
}): ReactNode {
  const work = useSdCardWork(cameraId);
  const { title, warning, submit } = texts[kind];
  return (
    <ConfirmDialog
      danger
      title={text(title)}
      description={text(warning)}
      submitLabel={text(submit)}
      busy={work.isPending}
      error={work.error ? <ErrorText>{errorText(work.error, currentLocale())}</ErrorText> : null}
      onSubmit={() => work.mutate(kind, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** Asks before an unsaved schedule is discarded. */
export function DiscardDialog({ onStay, onLeave }: { readonly onStay: () => void; readonly onLeave: () => void }): ReactNode {
  return (
    <ConfirmDialog
      danger
      title={text('leaveTitle')}
      description={text('leaveText')}
      submitLabel={text('leave')}
      cancelLabel={text('stay')}
      onSubmit={onLeave}
      onClose={onStay}
    />
  );
}

import type { Session } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../shared/code/code-block.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { useEmailChange } from './account-email-change.ts';

export interface EmailDialogProps {
  readonly session: Session;
  /** The address typed so far. */
  readonly draft: string;
  readonly onDraft: (email: string) => void;
  readonly onClose: () => void;
}

/** A new address, what the change means, and the code that went there. */
export function EmailDialog({ session, draft, onDraft, onClose }: EmailDialogProps): ReactNode {
  const { t } = useTranslation();
  const { pending, form, entry, busy, submit, request, resent, back } = useEmailChange(session, draft, () => {
    onDraft('');
    onClose();
  });
  const { onValue, ...field } = form.field('email');
  return (
    <Dialog
      title={t('account.emailTitle')}
      onClose={onClose}
      busy={busy}
      onSubmit={submit}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={busy}>
            {t('common.cancel')}
          </Button>
          <Button look="primary" type="submit" busy={busy} disabled={pending !== null && !entry.isComplete}>
            {pending ? t('account.emailConfirm') : t('session.continue')}
          </Button>
        </>
      }
    >
      {pending ? (
        <>
          <p>
            {t('session.codeSent')} <b className="account-sent">{pending.email}</b>
            <br />
            <button type="button" className="wp-link" onClick={back}>
              {t('account.emailBack')}
            </button>
          </p>
          <CodeBlock entry={entry} resendAt={pending.resendAt} request={request} onSent={resent} />
        </>
      ) : (
        <>
          <Field
            {...field}
            onValue={(value) => {
              onValue(value);
              onDraft(value);
            }}
            label={t('account.emailNew')}
            placeholder={t('session.emailPlaceholder')}
            type="email"
            name="email"
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            autoFocus
            data-autofocus
          />
          <p>{t('account.emailBefore', { email: session.email })}</p>
        </>
      )}
    </Dialog>
  );
}

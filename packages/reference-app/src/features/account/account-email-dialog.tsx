import type { Session } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../shared/code/code-block.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { useEmailChange } from './account-email-change.ts';
import { accountTexts } from './account-texts.ts';
import { commonTexts } from '../../shared/i18n/common-texts.ts';
import { codeTexts } from '../../shared/code/code-texts.ts';

export interface EmailDialogProps {
  readonly session: Session;
  /** The address typed so far. */
  readonly draft: string;
  readonly onDraft: (email: string) => void;
  readonly onClose: () => void;
}

/** Asks for a new address, explains what the change means, and asks for the code sent there. */
export function EmailDialog({ session, draft, onDraft, onClose }: EmailDialogProps): ReactNode {
  const { t } = useTranslation([accountTexts, commonTexts, codeTexts]);
  const { pending, form, entry, busy, submit, request, resent, back } = useEmailChange(session, draft, () => {
    onDraft('');
    onClose();
  });
  const { onValue, ...field } = form.field('email');
  return (
    <Dialog
      title={t('emailTitle')}
      onClose={onClose}
      busy={busy}
      onSubmit={submit}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={busy}>
            {t('common:cancel')}
          </Button>
          <Button look="primary" type="submit" busy={busy} disabled={pending !== null && !entry.isComplete}>
            {pending ? t('emailConfirm') : t('common:continue')}
          </Button>
        </>
      }
    >
      {pending ? (
        <>
          <p>
            {t('code:sentTo')} <b className="account-sent">{pending.email}</b>
            <br />
            <button type="button" className="wp-link" onClick={back}>
              {t('emailBack')}
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
            label={t('emailNew')}
            placeholder={t('common:emailPlaceholder')}
            type="email"
            name="email"
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            autoFocus
            data-autofocus
          />
          <p>{t('emailBefore', { email: session.email })}</p>
        </>
      )}
    </Dialog>
  );
}

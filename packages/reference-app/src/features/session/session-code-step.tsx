import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../shared/client.tsx';
import { CodeBlock } from '../../shared/code/code-block.tsx';
import { useCodeEntry } from '../../shared/code/code-entry.ts';
import type { PendingCode } from '../../shared/code/code-pending.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TermsNotice } from './session-legal.tsx';

interface CodeStepProps {
  readonly pending: PendingCode;
  /** Null: back to the address. */
  readonly onPending: (pending: PendingCode | null) => void;
  readonly onSignedIn: (session: { readonly isRestored: boolean }) => Promise<void>;
}

/** Second step: the code from the mail. Goes on by itself at the last digit. */
export function CodeStep({ pending, onPending, onSignedIn }: CodeStepProps): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const entry = useCodeEntry(async (code) => onSignedIn(await client.session.confirmCode({ email: pending.email, code })));
  return (
    <form
      className="sign-form"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        entry.submit();
      }}
    >
      <div>
        <h1>{t('session.codeTitle')}</h1>
        <p className="dim sign-lead">
          {t('session.codeSent')} <b className="sign-email">{pending.email}</b>
          <br />
          <button type="button" className="wp-link" onClick={() => onPending(null)}>
            {t('session.changeEmail')}
          </button>
        </p>
      </div>
      <CodeBlock entry={entry} resendAt={pending.resendAt} request={() => client.session.requestCode(pending.email)} onSent={(resendAt) => onPending({ ...pending, resendAt })} />
      <div className="sign-submit">
        <Button type="submit" look="primary" size="l" wide busy={entry.busy} disabled={!entry.isComplete}>
          {entry.busy ? t('session.checking') : t('session.continue')}
        </Button>
        <TermsNotice />
      </div>
    </form>
  );
}

import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageClient } from '../../shared/client.tsx';
import { CodeBlock } from '../../shared/code/code-block.tsx';
import { useCodeEntry } from '../../shared/code/code-entry.ts';
import type { PendingCode } from '../../shared/code/code-pending.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TermsNotice } from './session-legal.tsx';
import { sessionTexts } from './session-texts.ts';
import { codeTexts } from '../../shared/code/code-texts.ts';
import { commonTexts } from '../../shared/i18n/common-texts.ts';

export interface CodeStepProps {
  readonly pending: PendingCode;
  /** Null: back to the address. */
  readonly onPending: (pending: PendingCode | null) => void;
  readonly onSignedIn: (session: { readonly isRestored: boolean }) => Promise<void>;
}

/** Second step: the code from the e-mail message. Submits at the last digit. */
export function CodeStep({ pending, onPending, onSignedIn }: CodeStepProps): ReactNode {
  const { t } = useTranslation([sessionTexts, codeTexts, commonTexts]);
  const client = usePageClient();
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
        <h1>{t('codeTitle')}</h1>
        <p className="dim sign-lead">
          {t('code:sentTo')} <b className="sign-email">{pending.email}</b>
          <br />
          <button type="button" className="wp-link" onClick={() => onPending(null)}>
            {t('changeEmail')}
          </button>
        </p>
      </div>
      <CodeBlock
        entry={entry}
        resendAt={pending.resendAt}
        request={() => client.session.requestCode(pending.email)}
        onSent={(resendAt) => onPending({ ...pending, resendAt })}
      />
      <div className="sign-submit">
        <Button type="submit" look="primary" size="l" wide busy={entry.busy} disabled={!entry.isComplete}>
          {entry.busy ? t('checking') : t('common:continue')}
        </Button>
        <TermsNotice />
      </div>
    </form>
  );
}

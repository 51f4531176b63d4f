import { useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../shared/client.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorText } from '../../shared/ui/field.tsx';
import { CodeField } from './session-code-field.tsx';
import { isCodeComplete } from './session-code-model.ts';
import { signInErrorText } from './session-errors.ts';
import { TermsNotice } from './session-legal.tsx';
import type { PendingSignIn } from './session-pending.ts';
import { ResendCode } from './session-resend.tsx';

/** Second step: the code from the mail. Goes on by itself at the last digit. */
export function CodeStep({ pending, onPending, onSignedIn }: { pending: PendingSignIn; onPending: (pending: PendingSignIn | null) => void; onSignedIn: () => void }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const confirm = async (digits: string): Promise<void> => {
    if (busy || !isCodeComplete(digits)) return;
    setBusy(true);
    setError(null);
    try {
      await client.session.confirmCode({ email: pending.email, code: digits }, { signal: AbortSignal.timeout(30_000) });
      onSignedIn();
    } catch (failure) {
      setBusy(false);
      setError(signInErrorText(failure, t));
      input.current?.focus();
      input.current?.select();
    }
  };
  const change = (digits: string): void => {
    setCode(digits);
    setError(null);
    if (isCodeComplete(digits) && digits !== code) void confirm(digits);
  };

  return (
    <form
      className="sign-form"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void confirm(code);
      }}
    >
      <div>
        <h1>{t('session.codeTitle')}</h1>
        <p className="dim sign-lead">
          {t('session.codeSent')} <b className="sign-email">{pending.email}</b>
          <br />
          <button type="button" className="link" onClick={() => onPending(null)}>
            {t('session.changeEmail')}
          </button>
        </p>
      </div>
      <div className="sign-code">
        <CodeField ref={input} label={t('session.code')} code={code} onCode={change} invalid={error !== null} describedBy={error ? 'code-error' : undefined} />
        {error ? <ErrorText id="code-error">{error}</ErrorText> : null}
        <ResendCode pending={pending} onSent={(resendAt) => onPending({ ...pending, resendAt })} />
      </div>
      <div className="sign-submit">
        <Button type="submit" look="primary" size="l" wide busy={busy} disabled={!isCodeComplete(code)}>
          {busy ? t('session.checking') : t('session.continue')}
        </Button>
        <TermsNotice />
      </div>
    </form>
  );
}

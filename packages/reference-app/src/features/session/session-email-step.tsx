import { email, required } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { browserClock } from '../../shared/browser/clock.ts';
import { useClient } from '../../shared/client.tsx';
import { codeErrorText } from '../../shared/code/code-errors.ts';
import type { PendingCode } from '../../shared/code/code-pending.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { TermsNotice } from './session-legal.tsx';
import { keepLastEmail, lastEmail } from './session-pending.ts';

/** First step: where to send the code. */
export function EmailStep({ onSent }: { onSent: (pending: PendingCode) => void }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const form = useForm({ email: lastEmail() }, { email: [required, email] });
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || !form.check()) return;
    setBusy(true);
    const address = form.values.email.trim();
    try {
      const { resendAfterSeconds } = await client.session.requestCode(address);
      keepLastEmail(address);
      onSent({ email: address, resendAt: browserClock.now() + resendAfterSeconds * 1000 });
    } catch (error) {
      setBusy(false);
      form.showErrors({ email: codeErrorText(error, t) });
    }
  };

  return (
    <form className="sign-form" noValidate onSubmit={(event) => void submit(event)}>
      <div>
        <h1>{t('session.title')}</h1>
        <p className="dim sign-lead">{t('session.titleText')}</p>
      </div>
      <Field
        {...form.field('email')}
        label={t('session.email')}
        placeholder={t('session.emailPlaceholder')}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        autoFocus
      />
      <div className="sign-submit">
        <Button type="submit" look="primary" size="l" wide busy={busy}>
          {busy ? t('session.sending') : t('session.continue')}
        </Button>
        <TermsNotice />
      </div>
    </form>
  );
}

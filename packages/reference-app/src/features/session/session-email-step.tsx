import { email, required, systemClock } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageClient } from '../../shared/client.tsx';
import type { PendingCode } from '../../shared/code/code-pending.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { TermsNotice } from './session-legal.tsx';
import { requestErrorText } from './session-code-load.ts';
import { keepLastEmail, lastEmail } from './session-pending.ts';
import { sessionTexts } from './session-texts.ts';
import { commonTexts } from '../../shared/i18n/common-texts.ts';

/** First step: the address that receives the code. @param onSent stays busy until the next step is shown */
export function EmailStep({ onSent }: { onSent: (pending: PendingCode) => Promise<void> }): ReactNode {
  const { t } = useTranslation([sessionTexts, commonTexts]);
  const client = usePageClient();
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
      await onSent({ email: address, resendAt: systemClock.now() + resendAfterSeconds * 1000 });
    } catch (error) {
      const text = await requestErrorText(error);
      setBusy(false);
      form.showErrors({ email: text });
    }
  };

  return (
    <form className="sign-form" noValidate onSubmit={(event) => void submit(event)}>
      <div>
        <h1>{t('title')}</h1>
        <p className="dim sign-lead">{t('titleText')}</p>
      </div>
      <Field
        {...form.field('email')}
        label={t('email')}
        placeholder={t('common:emailPlaceholder')}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        autoFocus
      />
      <div className="sign-submit">
        <Button type="submit" look="primary" size="l" wide busy={busy}>
          {busy ? t('sending') : t('common:continue')}
        </Button>
        <TermsNotice />
      </div>
    </form>
  );
}

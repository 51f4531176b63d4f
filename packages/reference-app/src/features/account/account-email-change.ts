import { useQueryClient } from '@tanstack/react-query';
import { email, errorText, required, WatchpostError, systemClock } from '@watchpost/sdk-core';
import type { RequestCodeAnswer, Session } from '@watchpost/sdk-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../shared/client.tsx';
import { useCodeEntry } from '../../shared/code/code-entry.ts';
import type { CodeEntry } from '../../shared/code/code-entry.ts';
import { codeErrorText } from '../../shared/code/code-errors.ts';
import { pendingCodeStore } from '../../shared/code/code-pending.ts';
import type { PendingCode } from '../../shared/code/code-pending.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import type { Form } from '../../shared/forms/use-form.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { showToast } from '../../shared/ui/toast.ts';
import { deviceListQuery } from './account-queries.ts';
import { accountTexts } from './account-texts.ts';

export interface EmailChange {
  /** The code that the user has to enter; null while the form asks for the address. */
  readonly pending: PendingCode | null;
  readonly form: Form<'email'>;
  readonly entry: CodeEntry;
  readonly busy: boolean;
  submit(): void;
  request(): Promise<RequestCodeAnswer>;
  resent(resendAt: number): void;
  /** Returns to the address step. */
  back(): void;
}

/** Changes the e-mail address: the new address first, then the code sent to it. When reopened, it continues at the code while that is valid. */
export function useEmailChange(session: Session, draft: string, onDone: () => void): EmailChange {
  const { t } = useTranslation(accountTexts);
  const client = useClient();
  const queries = useQueryClient();
  const store = pendingCodeStore(`pending-email-${session.customerId}`);
  const [pending, setPending] = useState(() => store.read(systemClock.now()));
  const [sending, setSending] = useState(false);
  const form = useForm({ email: draft }, { email: [required, email] });

  const follow = (next: PendingCode | null): void => {
    store.keep(next);
    setPending(next);
  };
  const entry = useCodeEntry(async (code) => {
    if (!pending) return 'start-over';
    try {
      await client.account.changeEmail({ email: pending.email, code });
    } catch (error) {
      if (!(error instanceof WatchpostError) || error.code !== 'email-in-use') throw error;
      // Another user claimed the address meanwhile: a new code would not help, so the form asks for another address.
      follow(null);
      form.showErrors({ email: errorText(error, currentLocale()) });
      return 'start-over';
    }
    store.keep(null);
    showToast('success', t('emailChanged'), { id: 'email', text: t('emailChangedText', { email: pending.email }) });
    void queries.invalidateQueries(deviceListQuery(client));
    onDone();
    return undefined;
  });
  const send = async (): Promise<void> => {
    if (sending || !form.check()) return;
    const address = form.values.email.trim().toLowerCase();
    if (address === session.email) return form.showErrors({ email: t('emailSame') });
    setSending(true);
    try {
      const { resendAfterSeconds } = await client.account.requestEmailCode(address);
      follow({ email: address, resendAt: systemClock.now() + resendAfterSeconds * 1000 });
    } catch (failure) {
      form.showErrors({ email: codeErrorText(failure) });
    } finally {
      setSending(false);
    }
  };
  return {
    pending,
    form,
    entry,
    busy: sending || entry.busy,
    submit: () => (pending ? entry.submit() : void send()),
    request: () => client.account.requestEmailCode(pending?.email ?? ''),
    resent: (resendAt) => {
      if (pending) follow({ ...pending, resendAt });
    },
    back: () => {
      entry.change('');
      follow(null);
    },
  };
}

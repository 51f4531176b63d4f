import { useQueryClient } from '@tanstack/react-query';
import { email, errorText, required, WatchpostError } from '@watchpost/sdk-core';
import type { RequestCodeAnswer, Session } from '@watchpost/sdk-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { browserClock } from '../../shared/browser/clock.ts';
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

export interface EmailChange {
  /** The code that is waited for; null: the address is asked. */
  readonly pending: PendingCode | null;
  readonly form: Form<'email'>;
  readonly entry: CodeEntry;
  readonly busy: boolean;
  submit(): void;
  request(): Promise<RequestCodeAnswer>;
  resent(resendAt: number): void;
  /** Back to the address. */
  back(): void;
}

/** A new address, then the code that went there. Closed in between, it goes on at the code for as long as that works. */
export function useEmailChange(session: Session, draft: string, onDone: () => void): EmailChange {
  const { t } = useTranslation();
  const client = useClient();
  const queries = useQueryClient();
  const store = pendingCodeStore(`pending-email-${session.customerId}`);
  const [pending, setPending] = useState(() => store.read(browserClock.now()));
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
      // Somebody took the address while the code was on its way: another address is needed, not another code.
      follow(null);
      form.showErrors({ email: errorText(error, currentLocale()) });
      return 'start-over';
    }
    store.keep(null);
    showToast('success', t('account.emailChanged'), { id: 'email', text: t('account.emailChangedText', { email: pending.email }) });
    void queries.invalidateQueries(deviceListQuery(client));
    onDone();
    return undefined;
  });
  const send = async (): Promise<void> => {
    if (sending || !form.check()) return;
    const address = form.values.email.trim().toLowerCase();
    if (address === session.email) return form.showErrors({ email: t('account.emailSame') });
    setSending(true);
    try {
      const { resendAfterSeconds } = await client.account.requestEmailCode(address);
      follow({ email: address, resendAt: browserClock.now() + resendAfterSeconds * 1000 });
    } catch (failure) {
      form.showErrors({ email: codeErrorText(failure, t) });
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

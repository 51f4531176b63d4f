import { useQuery } from '@tanstack/react-query';
import { systemClock } from '@watchpost/sdk-core';
import type { DeletionSummary, Session } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keepFarewell } from '../../shared/browser/farewell.ts';
import { useClient } from '../../shared/client.tsx';
import { CodeBlock } from '../../shared/code/code-block.tsx';
import { useCodeEntry } from '../../shared/code/code-entry.ts';
import { codeErrorText } from '../../shared/code/code-errors.ts';
import { pendingCodeStore } from '../../shared/code/code-pending.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ErrorText } from '../../shared/ui/field.tsx';
import { Skeleton } from '../../shared/ui/status.tsx';
import { DeletionList } from './account-delete-summary.tsx';
import { deletionSummaryQuery } from './account-queries.ts';
import { accountTexts } from './account-texts.ts';
import { commonTexts } from '../../shared/i18n/common-texts.ts';
import { codeTexts } from '../../shared/code/code-texts.ts';

/** Lists what will be deleted, requests a new code, and then ends all sessions. */
export function DeleteDialog({ session, onDeleted, onClose }: { session: Session; onDeleted: () => void; onClose: () => void }): ReactNode {
  const { t } = useTranslation([accountTexts, commonTexts, codeTexts]);
  const client = useClient();
  const summary = useQuery(deletionSummaryQuery(client));
  const store = pendingCodeStore(`pending-deletion-${session.customerId}`);
  const [pending, setPending] = useState(() => store.read(systemClock.now()));
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const entry = useCodeEntry(
    async (code) => {
      const { graceDays } = summary.data ?? { graceDays: 0 };
      await client.account.deleteAccount({ code });
      store.keep(null);
      keepFarewell(graceDays);
      onDeleted();
    },
    { submitsItself: false },
  );
  const sent = (resendAt: number): void => {
    const next = { email: session.email, resendAt };
    store.keep(next);
    setPending(next);
  };
  const send = async (): Promise<void> => {
    setSending(true);
    setError(null);
    try {
      const { resendAfterSeconds } = await client.account.requestDeletionCode();
      sent(systemClock.now() + resendAfterSeconds * 1000);
    } catch (failure) {
      setError(codeErrorText(failure));
    } finally {
      setSending(false);
    }
  };
  const busy = sending || entry.busy;
  return (
    <Dialog
      title={t('deleteTitle')}
      onClose={onClose}
      busy={busy}
      {...(pending && { onSubmit: entry.submit })}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={busy}>
            {t('common:cancel')}
          </Button>
          {pending ? (
            <Button look="danger" type="submit" busy={entry.busy} disabled={!entry.isComplete || !summary.data}>
              {t('delete')}
            </Button>
          ) : (
            <Button look="primary" busy={sending} disabled={!summary.data} onClick={() => void send()}>
              {t('deleteSend')}
            </Button>
          )}
        </>
      }
    >
      <Summary summary={summary.data} failed={summary.isError} onRetry={() => void summary.refetch()} />
      {pending ? (
        <>
          <p>
            {t('code:sentTo')} <b className="account-sent">{session.email}</b>
          </p>
          <CodeBlock entry={entry} resendAt={pending.resendAt} request={() => client.account.requestDeletionCode()} onSent={sent} />
        </>
      ) : (
        <p>{t('deleteCode', { email: session.email })}</p>
      )}
      {error ? <ErrorText>{error}</ErrorText> : null}
    </Dialog>
  );
}

function Summary({ summary, failed, onRetry }: { summary: DeletionSummary | undefined; failed: boolean; onRetry: () => void }): ReactNode {
  const { t } = useTranslation([accountTexts, commonTexts, codeTexts]);
  if (summary) return <DeletionList summary={summary} />;
  if (!failed) {
    return (
      <div className="account-summary" aria-busy="true">
        <Skeleton width="70%" />
        <Skeleton width="50%" />
      </div>
    );
  }
  return (
    <div className="account-failed">
      <ErrorText>{t('deleteSummaryFailed')}</ErrorText>
      <Button size="s" onClick={onRetry}>
        {t('common:retry')}
      </Button>
    </div>
  );
}

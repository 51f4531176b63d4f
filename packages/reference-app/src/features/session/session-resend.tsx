import { Clock } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { browserClock } from '../../shared/browser/clock.ts';
import { useNow } from '../../shared/browser/hooks.ts';
import { useClient } from '../../shared/client.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { signInErrorText } from './session-errors.ts';
import { clockText, secondsLeft } from './session-pending.ts';
import type { PendingSignIn } from './session-pending.ts';

/** Counts down to the next code, then offers it. */
export function ResendCode({ pending, onSent }: { pending: PendingSignIn; onSent: (resendAt: number) => void }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const now = useNow(250);
  const [busy, setBusy] = useState(false);
  const left = secondsLeft(pending.resendAt, now);

  const resend = async (): Promise<void> => {
    setBusy(true);
    try {
      const { resendAfterSeconds } = await client.session.requestCode(pending.email, { signal: AbortSignal.timeout(30_000) });
      onSent(browserClock.now() + resendAfterSeconds * 1000);
      showToast('success', t('session.resent'), { id: 'resend' });
    } catch (error) {
      showToast('error', t('session.resendFailed'), { id: 'resend', text: signInErrorText(error, t) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <p className="dim row n sign-resend">
      <Clock size={16} className="dimmer" />
      {left > 0 ? (
        t('session.resendIn', { time: clockText(left) })
      ) : (
        <button type="button" className="link" disabled={busy} onClick={() => void resend()}>
          {t('session.resend')}
        </button>
      )}
    </p>
  );
}

import { Clock } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { browserClock } from '../browser/clock.ts';
import { useNow } from '../browser/hooks.ts';
import { showToast } from '../ui/toast.ts';
import { codeErrorText } from './code-errors.ts';
import { clockText, secondsLeft } from './code-pending.ts';

export interface ResendCodeProps {
  /** Unix milliseconds from which a new code may be asked for. */
  readonly resendAt: number;
  /** Asks for a new code. */
  readonly request: () => Promise<{ readonly resendAfterSeconds: number }>;
  readonly onSent: (resendAt: number) => void;
}

/** Counts down to the next code, then offers it. */
export function ResendCode({ resendAt, request, onSent }: ResendCodeProps): ReactNode {
  const { t } = useTranslation();
  const now = useNow(250);
  const [busy, setBusy] = useState(false);
  const left = secondsLeft(resendAt, now);

  const resend = async (): Promise<void> => {
    setBusy(true);
    try {
      const { resendAfterSeconds } = await request();
      onSent(browserClock.now() + resendAfterSeconds * 1000);
      showToast('success', t('session.resent'), { id: 'resend' });
    } catch (error) {
      showToast('error', t('session.resendFailed'), { id: 'resend', text: codeErrorText(error, t) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <p className="dim row n code-resend">
      <Clock size={16} />
      {left > 0 ? (
        t('session.resendIn', { time: clockText(left) })
      ) : (
        <button type="button" className="wp-link" disabled={busy} onClick={() => void resend()}>
          {t('session.resend')}
        </button>
      )}
    </p>
  );
}

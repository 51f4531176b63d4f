import { systemClock } from '@watchpost/sdk-core';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTime } from '../browser/hooks.ts';
import { showToast } from '../ui/toast.ts';
import { codeErrorText } from './code-errors.ts';
import { clockText, secondsLeft } from './code-pending.ts';
import { codeTexts } from './code-texts.ts';

export interface ResendCodeProps {
  /** When a new code may be requested, Unix milliseconds. */
  readonly resendAt: number;
  /** Requests a new code. */
  readonly request: () => Promise<{ readonly resendAfterSeconds: number }>;
  readonly onSent: (resendAt: number) => void;
}

/** Counts down to the next code, then offers it. */
export function ResendCode({ resendAt, request, onSent }: ResendCodeProps): ReactNode {
  const { t } = useTranslation(codeTexts);
  // What was stored by this device's clock is compared with it.
  const now = useTime(250, systemClock.now);
  const [busy, setBusy] = useState(false);
  const left = secondsLeft(resendAt, now);

  const resend = async (): Promise<void> => {
    setBusy(true);
    try {
      const { resendAfterSeconds } = await request();
      onSent(systemClock.now() + resendAfterSeconds * 1000);
      showToast('success', t('resent'), { id: 'resend' });
    } catch (error) {
      showToast('error', t('resendFailed'), { id: 'resend', text: codeErrorText(error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <p className="dim row n code-resend">
      <Clock size={16} />
      {left > 0 ? (
        t('resendIn', { time: clockText(left) })
      ) : (
        <button type="button" className="wp-link" disabled={busy} onClick={() => void resend()}>
          {t('resend')}
        </button>
      )}
    </p>
  );
}

import { useSignals } from '@preact/signals-react/runtime';
import { Archive, CircleAlert, CreditCard } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { keepHadBilling } from '../../shared/browser/preferences.ts';
import { useClient } from '../../shared/client.tsx';
import { buttonClass } from '../../shared/ui/button.tsx';
import type { ProfileNotice } from '../profile/profile-notice.tsx';
import { noticeWords } from './payment-notice-words.ts';
import type { NoticeWords } from './payment-notice-words.ts';
import './payment-notice.css';

const icons = { ServicePaused: CircleAlert, ServicePausedWithMethod: CreditCard, PayUntil: CreditCard, Subscription: Archive } as const;

export interface PaymentNoticeProps {
  readonly onNotice: (notice: ProfileNotice | null) => void;
  /** Whether plans are sold here: only then the app shows anything about payments. */
  readonly onBilling: (isEnabled: boolean) => void;
}

/** Follows the account's payments, and gives the shell its payment banner. Shows nothing itself. */
export function PaymentNotice({ onNotice, onBilling }: PaymentNoticeProps): null {
  useSignals();
  const { i18n } = useTranslation();
  const state = useClient().billing.state.value;
  useEffect(() => {
    if (state.kind === 'ready' || state.kind === 'disabled') {
      keepHadBilling(state.kind === 'ready');
      onBilling(state.kind === 'ready');
    }
    const words = state.kind === 'ready' ? noticeWords(state) : null;
    if (state.kind !== 'ready' || !words || state.paymentBar.state === 'None') {
      // While it loads again, nothing disappears.
      if (state.kind !== 'loading') onNotice(null);
      return;
    }
    const { state: name, style } = state.paymentBar;
    onNotice({
      tone: style,
      content: <NoticeCard name={name} tone={style} words={words} />,
      bar: <NoticeBar name={name} tone={style} words={words} />,
    });
  }, [state, i18n.language, onNotice, onBilling]);
  return null;
}

interface NoticeProps {
  readonly name: keyof typeof icons;
  readonly tone: ProfileNotice['tone'];
  readonly words: NoticeWords;
}

/** In the profile. */
function NoticeCard({ name, tone, words }: NoticeProps): ReactNode {
  const Icon = icons[name];
  return (
    <div className={`paycard ${tone}`}>
      <Icon size={20} />
      <b>{words.title}</b>
      <p>{words.text}</p>
      <Link to={words.to} className={buttonClass({ size: 's' })}>
        {words.go}
      </Link>
    </div>
  );
}

/** In a header, in one line; on small screens under it. */
function NoticeBar({ name, tone, words }: NoticeProps): ReactNode {
  const Icon = icons[name];
  return (
    <div className={`paybar ${tone}`} role="status" title={words.text}>
      <Icon size={18} />
      <span>{words.title}</span>
      <Link to={words.to} className={buttonClass({ size: 's' })}>
        {words.go}
      </Link>
    </div>
  );
}

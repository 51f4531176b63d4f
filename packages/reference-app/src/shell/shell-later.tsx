import type { ReactNode } from 'react';
import { OperatorEntry } from '../features/operator/index.ts';
import { TelegramWatch } from '../features/telegram/index.ts';
import { PaymentNotice } from './payment/payment-notice.tsx';
import type { PaymentNoticeProps } from './payment/payment-notice.tsx';

interface ShellLaterProps extends PaymentNoticeProps {
  readonly onTelegram: (isShown: boolean) => void;
}

/** What the shell asks the server once the screen is shown: payments, the bot, and whether the user is an operator. */
export function ShellLater({ onTelegram, ...payment }: ShellLaterProps): ReactNode {
  return (
    <>
      <PaymentNotice {...payment} />
      <TelegramWatch onShown={onTelegram} />
      <OperatorEntry />
    </>
  );
}

import { formatDate, formatList, formatMoney } from '@watchpost/sdk-core';
import type { BillingData, PaymentBar, PaymentTarget } from '@watchpost/sdk-core';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { to } from '../../shared/navigation/targets.ts';
import { text } from './payment-notice-texts.ts';

export interface NoticeWords {
  readonly title: string;
  readonly text: string;
  readonly go: string;
  /** Where the banner leads. */
  readonly to: string;
}

type Shown = BillingData & { readonly paymentBar: PaymentBar };

/** Returns what the payment bar says; null for none. */
export function noticeWords({
  paymentBar: bar,
  balance,
  upcomingInvoices,
  paymentMethods,
  cameras,
  subscriptions,
}: Shown): NoticeWords | null {
  const locale = currentLocale();
  const money = (amount: number): string => formatMoney({ amount, currency: balance.currency }, { locale });
  switch (bar.state) {
    case 'None':
      return null;
    case 'ServicePaused':
      return {
        title: text('ServicePaused.title'),
        text: text('ServicePaused.text', { amount: money(-balance.amount) }),
        go: text('ServicePaused.go'),
        to: addressOf(bar.target),
      };
    case 'ServicePausedWithMethod': {
      const card = paymentMethods.find(({ isDefault }) => isDefault) ?? paymentMethods[0];
      return {
        title: text('ServicePausedWithMethod.title'),
        text: text('ServicePausedWithMethod.text', {
          amount: money(-balance.amount),
          card: card ? text('card', { last4: card.last4 }) : '',
        }),
        go: text('ServicePausedWithMethod.go'),
        // Those that stopped have no upcoming invoice any more, and are what must be paid.
        to: to.Subscription([...new Set([...bar.target.cameraIds, ...blockedCameras(subscriptions)])]),
      };
    }
    case 'PayUntil':
      return {
        title: text('PayUntil.title', { date: formatDate(bar.nextChargeAt, { locale }) }),
        text: text('PayUntil.text', { total: money(upcomingInvoices.total), balance: money(balance.amount) }),
        go: text('PayUntil.go'),
        to: addressOf(bar.target),
      };
    case 'Subscription': {
      const { cameraIds } = bar.target;
      const titles = cameras.filter(({ id }) => cameraIds.includes(id)).map(({ title }) => title);
      return {
        title: text('Subscription.title', { count: cameraIds.length }),
        text: text('Subscription.text', { cameras: formatList(titles, { locale }) }),
        go: text('Subscription.go'),
        to: addressOf(bar.target),
      };
    }
  }
}

function blockedCameras(subscriptions: Shown['subscriptions']): string[] {
  return subscriptions.filter(({ state }) => state === 'Blocked').map(({ cameraId }) => cameraId);
}

function addressOf(target: PaymentTarget): string {
  return target.name === 'TopUpBalance' ? to.TopUpBalance() : to.Subscription(target.cameraIds);
}

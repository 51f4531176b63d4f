import { createContext, useContext } from 'react';
import type { Context as ReactContext } from 'react';
import { formatDate, formatMoney, generalErrorText, WatchpostError } from '@watchpost/sdk-core';
import type { Locale, Translate } from '@watchpost/sdk-core';
import type { CheckoutMessageKey } from '../../../i18n/checkout-messages.ts';
import { useValue } from '../../../element/use-value.ts';
import { isCode } from '../checkout-calls.ts';
import type { CheckoutClient } from '../checkout-state.ts';
import type { CheckoutController } from '../checkout-types.ts';

/** Shared by all parts of the checkout. */
export interface CheckoutContext {
  readonly checkout: CheckoutController;
  readonly client: CheckoutClient;
  readonly locale: Locale;
  readonly t: Translate<CheckoutMessageKey>;
  readonly isEditing: boolean;
  readonly onClose: (() => void) | undefined;
}

const Context: ReactContext<CheckoutContext | null> = createContext<CheckoutContext | null>(null);
export const CheckoutProvider: ReactContext<CheckoutContext | null>['Provider'] = Context.Provider;

/** @throws {Error} outside a Checkout */
export function useCheckout(): CheckoutContext {
  const value = useContext(Context);
  if (!value) throw new Error('This is a part of a Checkout and works only inside of one.');
  return value;
}

const farMs = 300 * 86_400_000;

/** How the checkout writes amounts, dates, cameras and plans. */
export interface CheckoutWords {
  price(amount: number, currency: string): string;
  /** With the year where it is not clear which one. @param time Unix milliseconds */
  day(time: number): string;
  camera(id: string): string;
  /** The name of a plan, also of one that is no longer sold. */
  plan(id: string | null): string;
  error(error: unknown): string;
}

export function useWords(): CheckoutWords {
  const { checkout, client, locale, t } = useCheckout();
  const data = useValue(checkout.data);
  return {
    price: (amount, currency) => formatMoney({ amount, currency }, { locale }),
    day: (time) => formatDate(time, { locale, year: Math.abs(time - client.serverNow()) > farMs }),
    camera: (id) => (data.kind === 'ready' && data.cameras.find((camera) => camera.id === id)?.title) || '—',
    plan: (id) => {
      if (data.kind !== 'ready') return '—';
      const plans = [...data.plans, ...data.subscriptions.map(({ plan }) => plan)];
      return plans.find((plan) => plan.id === id)?.name ?? '—';
    },
    error: (error) => {
      if (isCode(error, 'network')) return t('offline');
      // A session that has ended, or none: either is what to do.
      return generalErrorText(isCode(error, 'session-expired') ? new WatchpostError('unauthorized') : error, locale);
    },
  };
}

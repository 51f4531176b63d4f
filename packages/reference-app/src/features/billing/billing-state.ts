import { useSignals } from '@preact/signals-react/runtime';
import { formatDate, formatMoney } from '@watchpost/sdk-core';
import type { BillingState, Camera, Money } from '@watchpost/sdk-core';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { text } from './billing-texts.ts';

/** Returns the account's payments, which stay up to date while the screen is shown. */
export function useBillingState(): BillingState {
  useSignals();
  return useClient().billing.state.value;
}

export function moneyText(money: Money): string {
  return formatMoney(money, { locale: currentLocale() });
}

/** Formats a day: "12 December". */
export function dateText(time: number): string {
  return formatDate(time, { locale: currentLocale() });
}

/** Formats a day with its year, for what is kept. */
export function fullDateText(time: number): string {
  return formatDate(time, { locale: currentLocale(), year: true });
}

/** Names cameras; those that the user no longer has share one name. */
export function cameraTitles(ids: readonly string[], cameras: readonly Pick<Camera, 'id' | 'title'>[]): readonly string[] {
  return [...new Set(ids.map((id) => cameras.find((camera) => camera.id === id)?.title ?? text('removedCamera')))];
}

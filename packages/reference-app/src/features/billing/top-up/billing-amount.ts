import { parseMoney } from '@watchpost/sdk-core';
import type { Locale, Rule } from '@watchpost/sdk-core';

export interface AmountLimits {
  readonly currency: string;
  /** Minor units. */
  readonly minTopUp: number;
  readonly maxTopUp: number;
}

/** Rules of the amount: readable, and within the limits. The form's own texts name the limits. @param wrong the text for what is no amount */
export function amountRule({ currency, minTopUp, maxTopUp }: AmountLimits, locale: Locale, wrong: string): Rule {
  return (value) => {
    if (value.trim() === '') return { rule: 'required' };
    const amount = parseMoney(value, { locale, currency });
    if (amount === null) return { rule: 'fallback', text: wrong };
    if (amount < minTopUp) return { rule: 'min_value', n: toMajor(minTopUp, currency) };
    return amount > maxTopUp ? { rule: 'max_value', n: toMajor(maxTopUp, currency) } : null;
  };
}

/** Returns amounts to choose from, the sum that is due first; minor units. */
export function suggestedAmounts({ currency, minTopUp, maxTopUp }: AmountLimits, due: number): readonly number[] {
  const one = 10 ** digitsOf(currency);
  const usual = [500, 1000, 3000].map((amount) => amount * one);
  return [...new Set([due, ...usual])].filter((amount) => amount > 0 && amount >= minTopUp && amount <= maxTopUp).slice(0, 4);
}

/** Returns what to type for an amount: "499", "499.5". */
export function amountInput(amount: number, currency: string): string {
  return String(toMajor(amount, currency));
}

/** Only to be shown: amounts are never calculated with in fractions. */
function toMajor(amount: number, currency: string): number {
  return Number(`${amount}e-${digitsOf(currency)}`);
}

function digitsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

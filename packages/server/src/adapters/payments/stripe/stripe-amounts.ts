import { PaymentProviderError } from '../port.ts';

/** Currencies that Stripe counts in whole units, and in thousandths; all others in hundredths, even where ISO 4217 has no minor unit (ISK, UGX). */
const wholeCurrencies = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
const thousandthCurrencies = ['BHD', 'JOD', 'KWD', 'OMR', 'TND'];

/**
 * Converts minor units into Stripe's.
 * @throws {PaymentProviderError} for an amount that Stripe can't express
 */
export function toStripeAmount(amount: number, currency: string): number {
  const difference = stripeDigits(currency) - minorDigits(currency);
  const converted = difference >= 0 ? amount * 10 ** difference : amount / 10 ** -difference;
  const isExact = Number.isSafeInteger(converted) && (stripeDigits(currency) < 3 || converted % 10 === 0);
  if (!isExact) throw new PaymentProviderError(`Stripe can't charge ${amount} minor units of ${currency}.`, 'refused');
  return converted;
}

/** Converts Stripe's units into minor units; NaN, which equals no amount, when they have none. */
export function fromStripeAmount(amount: number, currency: string): number {
  const difference = stripeDigits(currency) - minorDigits(currency);
  const converted = difference >= 0 ? amount / 10 ** difference : amount * 10 ** -difference;
  return Number.isSafeInteger(converted) ? converted : Number.NaN;
}

function stripeDigits(currency: string): number {
  if (wholeCurrencies.includes(currency)) return 0;
  return thousandthCurrencies.includes(currency) ? 3 : 2;
}

/** As everywhere in Watchpost: those of `Intl`. */
function minorDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

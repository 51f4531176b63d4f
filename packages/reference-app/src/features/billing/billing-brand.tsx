import type { PaymentMethod } from '@watchpost/sdk-core';
import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { text } from './billing-texts.ts';

/** The mark of a card's payment system. The name beside it says it too. */
export function CardBrand({ brand }: { readonly brand: PaymentMethod['brand'] }): ReactNode {
  return (
    <span className={`billing-brand ${brand}`} aria-hidden="true">
      {brand === 'mir' ? (
        'МИР'
      ) : brand === 'visa' ? (
        'VISA'
      ) : brand === 'mastercard' ? (
        <svg width="26" height="16" viewBox="0 0 26 16">
          <circle cx="9" cy="8" r="7" />
          <circle cx="17" cy="8" r="7" />
        </svg>
      ) : (
        <CreditCard size={16} />
      )}
    </span>
  );
}

/** Names a card: "MIR •• 4417". */
export function cardName({ brand, last4 }: Pick<PaymentMethod, 'brand' | 'last4'>): string {
  return text('card', { brand: text(`brand.${brand}`), last4 });
}

/** Formats the end of a card as it is printed there: "08/29". */
export function cardEnd({ expiryMonth, expiryYear }: Pick<PaymentMethod, 'expiryMonth' | 'expiryYear'>): string {
  return `${String(expiryMonth).padStart(2, '0')}/${String(expiryYear % 100).padStart(2, '0')}`;
}

import { formatList } from '@watchpost/sdk-core';
import type { Camera, Transaction } from '@watchpost/sdk-core';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { cameraTitles, moneyText } from '../billing-state.ts';
import { text } from '../billing-texts.ts';

type Titled = readonly Pick<Camera, 'id' | 'title'>[];

/** Says what a payment was for: "Charge: Front door". More than two cameras are counted. */
export function whatText({ kind, cameraIds }: Pick<Transaction, 'kind' | 'cameraIds'>, cameras: Titled): string {
  if (cameraIds.length === 0) return text(`kind.${kind}`);
  const named = formatList(cameraTitles(cameraIds, cameras), { locale: currentLocale() });
  return text('forCameras', {
    kind: text(`kind.${kind}`),
    cameras: cameraIds.length > 2 ? text('cameras', { count: cameraIds.length }) : named,
  });
}

/** Says what it was paid with: the card, the invoice or the balance; empty if nothing was. */
export function paidWithText({ paidWith, last4, invoiceNumber }: Pick<Transaction, 'paidWith' | 'last4' | 'invoiceNumber'>): string {
  if (paidWith === 'card' && last4 !== null) return text('cardLast4', { last4 });
  if (paidWith === 'invoice' && invoiceNumber !== null) return text('invoiceNumber', { number: invoiceNumber });
  return paidWith === null ? '' : text(`paidWith.${paidWith}`);
}

/** Formats what it did to the balance: "+₽500", "−₽499". */
export function changeText({ amount, currency }: Pick<Transaction, 'amount' | 'currency'>): string {
  return amount > 0 ? `+${moneyText({ amount, currency })}` : moneyText({ amount, currency });
}

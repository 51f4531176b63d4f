import type { ReceiptSettings } from '../../../kernel/settings/payment-settings.ts';
import type { PaymentRequest } from '../port.ts';
import { paymentTexts } from '../remote/payment-texts.ts';
import { toYooKassaAmount } from './yookassa-amounts.ts';

/**
 * The receipt that 54-FZ demands. It has one line, so that its total is the payment to the kopeck: what credits and the balance
 * have paid before is no part of this payment. A top-up is an advance, a plan is paid in full before its period.
 */
export function toReceipt({ amount, currency, receipt, locale }: PaymentRequest, { vatCode, taxSystem }: ReceiptSettings): object {
  const isAdvance = receipt.subject === 'balance';
  return {
    customer: { email: receipt.email },
    items: [
      {
        description: paymentTexts[receipt.subject][locale],
        quantity: '1.00',
        amount: { value: toYooKassaAmount(amount), currency },
        vat_code: vatCode,
        payment_subject: isAdvance ? 'payment' : 'service',
        payment_mode: isAdvance ? 'advance' : 'full_prepayment',
      },
    ],
    ...(taxSystem === null ? {} : { tax_system_code: taxSystem }),
  };
}

import type { ReceiptSettings } from '../../../kernel/settings/payment-settings.ts';
import type { PaymentRequest } from '../port.ts';
import { paymentTexts, receiptLineText } from '../remote/payment-texts.ts';
import { toYooKassaAmount } from './yookassa-amounts.ts';

/** Tag 1030 of 54-FZ holds no more characters. */
const maxDescription = 128;

/**
 * The receipt that 54-FZ demands, with a line for each plan; their sum is the payment to the kopeck, because what credits and the balance
 * have paid before is no part of it. A top-up is an advance, a plan is paid in full before its period.
 */
export function toReceipt({ amount, currency, receipt, locale }: PaymentRequest, { vatCode, taxSystem }: ReceiptSettings): object {
  const { email, subject, lines } = receipt;
  const isAdvance = subject === 'balance';
  const sum = lines.reduce((all, line) => all + line.amount, 0);
  // YooKassa refuses a receipt of another sum, and the payment with it.
  const parts =
    sum === amount && lines.length > 0
      ? lines.map((line) => ({ text: receiptLineText(line, locale), amount: line.amount }))
      : [{ text: paymentTexts[subject][locale], amount }];
  return {
    customer: { email },
    items: parts.map((part) => ({
      description: part.text.slice(0, maxDescription),
      quantity: '1.00',
      amount: { value: toYooKassaAmount(part.amount), currency },
      vat_code: vatCode,
      payment_subject: isAdvance ? 'payment' : 'service',
      payment_mode: isAdvance ? 'advance' : 'full_prepayment',
    })),
    ...(taxSystem === null ? {} : { tax_system_code: taxSystem }),
  };
}

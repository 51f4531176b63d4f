import type { Locale } from '@watchpost/contract/kernel';
import type { PaymentRequest, ReceiptLine } from '../port.ts';

/** What a payment is for, as it stands on the provider's page and on receipts. */
export const paymentTexts: Readonly<Record<PaymentRequest['receipt']['subject'], Readonly<Record<Locale, string>>>> = {
  plans: { en: 'Video recording of cameras', ru: 'Запись видео с камер' },
  balance: { en: 'Balance top-up', ru: 'Пополнение баланса' },
};

/** A plan on a receipt. */
export function receiptLineText({ plan, cameras }: ReceiptLine, locale: Locale): string {
  const name = locale === 'ru' ? `Видеоархив, тариф «${plan}»` : `Video archive, plan “${plan}”`;
  if (cameras === 1) return name;
  return `${name}, ${locale === 'ru' ? `камер: ${cameras}` : `cameras: ${cameras}`}`;
}

import type { Locale } from '@watchpost/contract/kernel';
import type { PaymentRequest } from '../port.ts';

/** What a payment is for, as it stands on the provider's page and on receipts. */
export const paymentTexts: Readonly<Record<PaymentRequest['receipt']['subject'], Readonly<Record<Locale, string>>>> = {
  plans: { en: 'Video recording of cameras', ru: 'Запись видео с камер' },
  balance: { en: 'Balance top-up', ru: 'Пополнение баланса' },
};

import { createTranslator } from '@watchpost/sdk-core';
import type { Locale, Translate } from '@watchpost/sdk-core';

const en = {
  payer: 'Who pays',
  name: 'Company name',
  taxId: 'Tax id (INN)',
  taxIdHint: '10 digits, or 12 for a sole proprietor',
  taxReasonCode: 'Reason code (KPP)',
  optional: 'optional',
  address: 'Legal address',
  contactName: 'Contact name',
  email: 'E-mail',
  phone: 'Phone',
  required: 'Fill this in.',
  'bad-tax-id': 'This number is not a tax id: check its digits.',
  'bad-reason-code': '9 characters, and only for companies.',
  'bad-email': 'Enter an e-mail address, such as name@example.com.',
  'bad-phone': 'Enter it with the country code, such as +7 999 123-45-67.',
};
type PayerMessageKey = keyof typeof en;

const ru: Record<PayerMessageKey, string> = {
  payer: 'Плательщик',
  name: 'Название организации',
  taxId: 'ИНН',
  taxIdHint: '10 цифр, у ИП — 12',
  taxReasonCode: 'КПП',
  optional: 'необязательно',
  address: 'Юридический адрес',
  contactName: 'Имя для связи',
  email: 'Почта',
  phone: 'Телефон',
  required: 'Заполните это поле.',
  'bad-tax-id': 'Такого ИНН не бывает: проверьте цифры.',
  'bad-reason-code': '9 знаков, только для организаций.',
  'bad-email': 'Введите адрес почты, например name@example.com.',
  'bad-phone': 'Введите номер с кодом страны, например +7 999 123-45-67.',
};

/** Texts of the invoice's form; loaded with it. */
export function createPayerMessages(locale: Locale): Translate<PayerMessageKey> {
  return createTranslator({ en, ru }, () => locale);
}

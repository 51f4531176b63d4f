import type { Locale } from '@watchpost/contract/kernel';

/** What is printed on an invoice around its data. Details of a Russian bank have their Russian short forms beside the English. */
export interface InvoiceTexts {
  readonly title: (name: string, day: string) => string;
  readonly seller: string;
  readonly payer: string;
  readonly contact: string;
  readonly bank: string;
  readonly bankCode: string;
  readonly correspondentAccount: string;
  readonly account: string;
  readonly taxId: string;
  readonly taxReasonCode: string;
  readonly columns: readonly [string, string, string, string];
  readonly total: string;
  readonly fromBalance: string;
  readonly vat: (percent: number) => string;
  readonly noVat: string;
  readonly toPay: string;
  readonly inWords: string;
  readonly due: (day: string) => string;
  readonly purpose: (purpose: string) => string;
  readonly scan: string;
  readonly activation: string;
  readonly fileName: (name: string, day: string) => string;
}

export const invoiceTexts: Readonly<Record<Locale, InvoiceTexts>> = {
  en: {
    title: (name, day) => `Invoice ${name} of ${day}`,
    seller: 'Seller',
    payer: 'Payer',
    contact: 'Contact',
    bank: 'Bank of the seller',
    bankCode: 'BIC (БИК)',
    correspondentAccount: 'Correspondent account',
    account: 'Account',
    taxId: 'Tax ID (ИНН)',
    taxReasonCode: 'KPP (КПП)',
    columns: ['No.', 'Services', 'VAT, ₽', 'Amount, ₽'],
    total: 'Total',
    fromBalance: 'From the balance',
    vat: (percent) => `Including VAT ${percent}%`,
    noVat: 'Without VAT',
    toPay: 'To pay',
    inWords: 'Amount in words',
    due: (day) => `Pay by ${day}.`,
    purpose: (purpose) => `Purpose of payment: ${purpose}`,
    scan: 'Scan in your bank’s app',
    activation: 'Plans are activated within 24 hours after the payment has arrived. Pay the whole amount, from the account of this payer.',
    fileName: (name, day) => `Invoice ${name} of ${day}.pdf`,
  },
  ru: {
    title: (name, day) => `Счёт на оплату № ${name} от ${day}`,
    seller: 'Поставщик',
    payer: 'Покупатель',
    contact: 'Контактное лицо',
    bank: 'Банк получателя',
    bankCode: 'БИК',
    correspondentAccount: 'Корр. счёт',
    account: 'Расчётный счёт',
    taxId: 'ИНН',
    taxReasonCode: 'КПП',
    columns: ['№', 'Услуги', 'НДС, ₽', 'Сумма, ₽'],
    total: 'Итого',
    fromBalance: 'С баланса',
    vat: (percent) => `В том числе НДС ${percent}%`,
    noVat: 'Без НДС',
    toPay: 'К оплате',
    inWords: 'Сумма прописью',
    due: (day) => `Оплатите до ${day} включительно.`,
    purpose: (purpose) => `Назначение платежа: ${purpose}`,
    scan: 'Отсканируйте в приложении банка',
    activation: 'Тарифы включаются в течение 24 часов после поступления оплаты. Оплатите счёт полностью, со счёта этого плательщика.',
    fileName: (name, day) => `Счёт ${name} от ${day}.pdf`,
  },
};

import { expect, test } from 'vitest';
import { exampleInvoiceTerms } from '../../../testing/billing/example-plans.ts';
import { readPdf } from '../../../testing/billing/pdf-text.ts';
import type { Invoice } from './billing-invoice-document.ts';
import { invoiceFileName, invoicePdf } from './billing-invoice-pdf.ts';

const line = { description: { en: 'Video archive, plan “A week”', ru: 'Видеоархив, тариф «Неделя»' }, amount: 59_900, vat: 9_983 };
const invoice: Invoice = {
  seller: exampleInvoiceTerms.seller,
  payer: {
    name: 'ООО «Ёлки»',
    taxId: '7736050003',
    taxReasonCode: '997250001',
    address: 'Тверь, Советская ул., 1',
    contactName: 'Анна Щукина',
    email: 'anna@example.com',
    phone: '+79991234567',
  },
  lines: [line],
  fromBalance: 10_000,
  vat: 8_317,
  vatPercent: 20,
  name: 'WP-12',
  amount: 49_900,
  // Half past midnight of the next day in Moscow.
  issuedAt: Date.UTC(2026, 10, 26, 21, 30),
  dueAt: Date.UTC(2026, 11, 6, 21, 30),
};

test('everything that an accountant needs can be read, selected and searched, in Russian', async () => {
  const { text, fonts } = readPdf(await invoicePdf(invoice, 'ru'));
  for (const part of [
    'Счёт на оплату № WP-12 от 27.11.2026',
    'ООО «Вышка»',
    'ПАО СБЕРБАНК',
    '044525225',
    '30101810400000000225',
    '40702810938000000001',
    'ООО «Ёлки», ИНН 7736050003, КПП 997250001',
    'Анна Щукина, anna@example.com, +79991234567',
    'Видеоархив, тариф «Неделя»',
    '99,83',
    '599,00 ₽',
    '-100,00 ₽',
    '499,00 ₽',
    'В том числе НДС 20%',
    '83,17 ₽',
    'Сумма прописью: Четыреста девяносто девять рублей 00 копеек.',
    'Оплатите до 07.12.2026 включительно.',
    'Назначение платежа: Оплата по счёту WP-12 от 27.11.2026. В т.ч. НДС 20% 83.17 руб.',
  ])
    expect(text).toContain(part);
  // Embedded, and only the characters in use.
  expect(
    fonts.every((name) => /^[A-Z]{6}\+DejaVuSans/.test(name)),
    fonts.join(),
  ).toBe(true);
});

test('in English, the purpose of payment stays as the bank in Russia reads it', async () => {
  const pdf = await invoicePdf({ ...invoice, vatPercent: null, fromBalance: 0 }, 'en');
  const { text } = readPdf(pdf);
  for (const part of [
    'Invoice WP-12 of 27.11.2026',
    'Tax ID (ИНН) 7736050003',
    'Video archive, plan “A week”',
    'Amount in words: Four hundred ninety-nine roubles 00 kopecks.',
    'Without VAT',
    'Pay by 07.12.2026.',
    'Оплата по счёту WP-12 от 27.11.2026. НДС не облагается',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('From the balance');
  expect(pdf.byteLength).toBeLessThan(60_000);
});

test('the same invoice is the same file, and many cameras take several pages', async () => {
  const long = { ...invoice, lines: Array.from({ length: 80 }, () => line) };
  const first = await invoicePdf(long, 'ru');
  expect(first.equals(await invoicePdf(long, 'ru'))).toBe(true);
  const { text, pages } = readPdf(first);
  expect(pages).toBeGreaterThan(2);
  expect(text.match(/Видеоархив/g)).toHaveLength(80);
});

test('the file is named in the language of the request', () => {
  expect(invoiceFileName(invoice, 'ru')).toBe('Счёт WP-12 от 27.11.2026.pdf');
  expect(invoiceFileName(invoice, 'en')).toBe('Invoice WP-12 of 27.11.2026.pdf');
});

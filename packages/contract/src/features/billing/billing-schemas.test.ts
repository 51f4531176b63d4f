import { describe, expect, test } from 'vitest';
import {
  amountSchema,
  cameraPlansSchema,
  createOrderBody,
  currencySchema,
  idempotencyKeySchema,
  listTransactionsQuery,
  maxCameraPlans,
  payerSchema,
  paymentAnswer,
  payOrderBody,
  priceSchema,
  requestInvoiceBody,
  topUpBody,
} from './billing-schemas.ts';

const accepts = (schema: { safeParse(value: unknown): { readonly success: boolean } }, value: unknown): boolean =>
  schema.safeParse(value).success;

describe('money', () => {
  /** What JSON, a form or a bug can contain instead of minor units. */
  const noMoney = [10.005, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53), 1e300, '100', '10.00', null, undefined, true, [100]];

  test.each([
    ['an amount', amountSchema, (value: unknown) => value],
    ['a price', priceSchema, (value: unknown) => value],
    ['a top-up', topUpBody, (amount: unknown) => ({ amount })],
    ['an order', createOrderBody, (expectedToPay: unknown) => ({ cameraPlans: [{ cameraId: 'a', planId: 'p' }], expectedToPay })],
  ] as const)('%s is a whole number of minor units below 2^53', (_, schema, wrap) => {
    expect(accepts(schema, wrap(1))).toBe(true);
    expect(accepts(schema, wrap(Number.MAX_SAFE_INTEGER))).toBe(true);
    for (const value of noMoney) expect(accepts(schema, wrap(value)), String(value)).toBe(false);
  });

  test('only a balance can be negative, and a top-up is more than nothing', () => {
    expect([amountSchema, priceSchema].map((schema) => accepts(schema, -1))).toEqual([true, false]);
    expect([0, -1].map((amount) => accepts(topUpBody, { amount }))).toEqual([false, false]);
    expect(accepts(createOrderBody, { cameraPlans: [{ cameraId: 'a', planId: null }], expectedToPay: 0 })).toBe(true);
    expect(accepts(createOrderBody, { cameraPlans: [{ cameraId: 'a', planId: null }], expectedToPay: -1 })).toBe(false);
  });

  test('a currency is a code of three capitals', () => {
    expect(accepts(currencySchema, 'RUB')).toBe(true);
    for (const code of ['rub', 'RU', 'RUBL', '₽', 'РУБ', 'RUB\n']) expect(accepts(currencySchema, code), code).toBe(false);
  });
});

test('an order names each of its cameras once, at least one and at most 200', () => {
  const plans = (count: number) => Array.from({ length: count }, (_, index) => ({ cameraId: `c${index}`, planId: 'p' }));
  expect([0, 1, maxCameraPlans, maxCameraPlans + 1].map((count) => accepts(cameraPlansSchema, plans(count)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(accepts(cameraPlansSchema, [...plans(1), { cameraId: 'c0', planId: 'other' }])).toBe(false);
  expect(accepts(cameraPlansSchema, [{ cameraId: 'c0' }])).toBe(false);
  expect(accepts(cameraPlansSchema, [{ cameraId: 'c0', planId: 'p', price: 1 }])).toBe(false);
});

test('an Idempotency-Key has 16 to 64 visible characters', () => {
  for (const key of ['0b5e7a52-6f0c-4a37-9d6b-3a2d9a1c7e10', 'k'.repeat(16), 'k'.repeat(64)])
    expect(accepts(idempotencyKeySchema, key), key).toBe(true);
  for (const key of ['k'.repeat(15), 'k'.repeat(65), `${'k'.repeat(16)} k`, `${'k'.repeat(16)}\r\nX: 1`, 'ключ'.repeat(4)])
    expect(accepts(idempotencyKeySchema, key), key).toBe(false);
});

test('a customer is sent to web pages only', () => {
  const card = { method: 'card', paymentMethodId: null, isSaved: true };
  expect(accepts(payOrderBody, { ...card, returnUrl: 'https://cameras.example/order/1/payment' })).toBe(true);
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '/order/1/payment', 'ftp://cameras.example']) {
    expect(accepts(payOrderBody, { ...card, returnUrl: url }), url).toBe(false);
    expect(accepts(paymentAnswer, { next: 'redirect', url }), url).toBe(false);
  }
  expect(accepts(payOrderBody, { method: 'balance', paymentMethodId: 'm' })).toBe(false);
  expect(accepts(payOrderBody, { method: 'invoice', returnUrl: 'https://cameras.example' })).toBe(false);
});

describe('a payer', () => {
  const company = {
    name: 'ООО «Ромашка»',
    taxId: '7707083893',
    taxReasonCode: '773601001',
    address: 'Москва, ул. Вавилова, 19',
    contactName: 'Анна Петрова',
    email: 'anna@example.com',
    phone: '+79991234567',
  };
  const proprietor = { ...company, name: 'ИП Петрова', taxId: '500100732259', taxReasonCode: null };

  test('is a company or a sole proprietor', () => {
    for (const payer of [company, { ...company, taxReasonCode: null, phone: null }, proprietor])
      expect(accepts(payerSchema, payer)).toBe(true);
  });

  test.each([
    ['taxId', ['', '7707083894', '770708389', '500100732258', '0000000000', ' 7707083893', 7_707_083_893]],
    ['taxReasonCode', ['', '77360100', '7736010011', '7736Ж1001', '7736ab001', undefined]],
    ['name', ['', '  ', 'a'.repeat(201)]],
    ['address', ['', 'a'.repeat(301)]],
    ['contactName', ['', 'a'.repeat(101)]],
    ['email', ['anna', 'anna@', `${'a'.repeat(250)}@b.co`]],
    ['phone', ['79991234567', '+7', '+7999123456789012', '+7 999 123-45-67']],
  ] as const)('has a valid %s', (field, values) => {
    for (const value of values) expect(accepts(payerSchema, { ...company, [field]: value }), String(value)).toBe(false);
  });

  test('has a КПП only with an ИНН of 10 digits', () => {
    const result = payerSchema.safeParse({ ...proprietor, taxReasonCode: '773601001' });
    expect(result.error?.issues.map(({ path }) => path)).toEqual([['taxReasonCode']]);
    expect(accepts(payerSchema, { ...company, taxReasonCode: '7736AZ001' })).toBe(true);
  });

  test('asks for plans or for a top-up, never for both', () => {
    const topUp = { kind: 'balance', amount: 100_000 };
    expect(accepts(requestInvoiceBody, { payer: company, purpose: topUp })).toBe(true);
    expect(accepts(requestInvoiceBody, { payer: company, purpose: { ...topUp, amount: 0 } })).toBe(false);
    expect(accepts(requestInvoiceBody, { payer: company, purpose: { ...topUp, cameraPlans: [] } })).toBe(false);
    expect(accepts(requestInvoiceBody, { payer: company, purpose: { kind: 'subscription', amount: 100_000 } })).toBe(false);
  });
});

test('transactions are listed 50 at a time unless asked otherwise, at most 200', () => {
  expect(listTransactionsQuery.parse({ from: '1000', before: '2000' })).toEqual({ from: 1000, before: 2000, limit: 50 });
  for (const query of [{ limit: '0' }, { limit: '201' }, { limit: '1.5' }, { from: 'today' }, { kind: 'theft' }])
    expect(accepts(listTransactionsQuery, query), JSON.stringify(query)).toBe(false);
});

import { expect, test } from 'vitest';
import { exampleInvoiceTerms } from '../../../testing/billing/example-plans.ts';
import { parsePlansFile, readPlansFile } from './billing-plans-file.ts';

const plan = { id: 'week', name: { en: 'A week', ru: 'Неделя' }, period: 'Monthly', price: 29_900, archiveDays: 7 };
const parse = (value: unknown) => parsePlansFile('plans.json', JSON.stringify(value));
const complain = (value: unknown): string => {
  try {
    parse(value);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return 'nothing';
};

test('a short file is complete', () => {
  expect(parse({ currency: 'RUB', plans: [plan] })).toEqual({
    currency: 'RUB',
    graceDays: 3,
    minTopUp: 10_000,
    maxTopUp: 10_000_000,
    invoices: null,
    plans: [{ ...plan, isHd: true, isMostPopular: false, endDate: null }],
  });
});

test.each([
  ['plans[0].price must be an amount in minor units such as kopecks or cents, a whole number from 0 to 1000000000.', { price: 10.005 }],
  ['plans[0].price must be an amount', { price: '299' }],
  ['plans[0].price must be an amount', { price: -1 }],
  ['plans[0].period must be one of Daily, Weekly,', { period: 'Yearly' }],
  ['plans[0].archiveDays must be days of recordings, a whole number from 1 to 3650.', { archiveDays: 0 }],
  ['plans[0].name must have a name in each language', { name: 'Week' }],
  ['plans[0].name.ru must be a text.', { name: { en: 'Week' } }],
  ['plans[0].endDate must be a day of the calendar like "2027-12-31".', { endDate: '2027-02-30' }],
  ['plans[0].id must not be "trial"', { id: 'trial' }],
  ['plans[0] has the unknown "cost": remove or rename it.', { cost: 3 }],
])('what is wrong and where: %s', (message, over) => {
  const complaint = complain({ currency: 'RUB', plans: [{ ...plan, ...over }] });
  expect(complaint).toContain("The plans file plans.json can't be used:\n  ");
  expect(complaint).toContain(message);
  expect(complaint).toContain('Correct it and start again');
});

test('the terms are checked as well', () => {
  expect(complain({ currency: 'rub', plans: [plan] })).toContain('currency must be the three capital letters');
  expect(complain({ currency: 'RUB', plans: [] })).toContain('plans must have one plan or more');
  expect(complain({ currency: 'RUB', plans: [plan, plan] })).toContain('plans[1].id must be unique, and "week" is used above');
  expect(complain({ currency: 'RUB', plans: [plan], minTopUp: 5, maxTopUp: 4 })).toContain('maxTopUp must not be less');
  expect(complain([])).toContain('The file must be an object');
  expect(() => parsePlansFile('plans.json', '{')).toThrow('plans.json is not JSON');
  expect(() => readPlansFile('/nowhere/plans.json')).toThrow("can't be read (ENOENT).\nCorrect PLANS_FILE");
});

test('invoices need the details of a seller, with the right check digits, and roubles', () => {
  const { seller } = exampleInvoiceTerms;
  const withSeller = (change: object, terms: object = {}) => ({
    currency: 'RUB',
    invoices: { ...terms, seller: { ...seller, ...change } },
    plans: [plan],
  });
  expect(parse(withSeller({})).invoices).toEqual({ seller, vatPercent: null, dueDays: 10, prefix: 'WP' });
  for (const [problem, file] of [
    ['invoices.seller.taxId must be a tax id (ИНН)', withSeller({ taxId: '7707083894' })],
    ['invoices.seller.taxReasonCode must be left out', withSeller({ taxId: '500100732259' })],
    ['invoices.seller.bankCode must be the code of a bank (БИК) of 9 digits', withSeller({ bankCode: '12345678' })],
    ['invoices.seller.account must be 20 digits whose key fits "bankCode"', withSeller({ account: '40702810838000000001' })],
    ['invoices.seller.correspondentAccount must be 20 digits', withSeller({ correspondentAccount: '3010181040000000022' })],
    ['invoices.prefix must be 1 to 6 capital letters', withSeller({}, { prefix: 'wp-' })],
    ['invoices.seller must have the details of the seller', { currency: 'RUB', invoices: {}, plans: [plan] }],
    ['invoices must be left out: invoices are in roubles', { ...withSeller({}), currency: 'EUR' }],
  ] as const)
    expect(complain(file)).toContain(problem);
});

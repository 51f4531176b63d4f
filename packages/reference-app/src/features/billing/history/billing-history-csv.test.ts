// @vitest-environment jsdom
import { buildTransaction } from '@watchpost/sdk-core/testing';
import { beforeAll, expect, test } from 'vitest';
import { startTranslations } from '../../../shared/i18n/i18n.ts';
import { decimal, historyCsv } from './billing-history-csv.ts';

beforeAll(() => startTranslations());

test.each([
  [-49_900, 'RUB', '-499.00'],
  [5, 'RUB', '0.05'],
  [-5, 'EUR', '-0.05'],
  [0, 'RUB', '0.00'],
  [1_234, 'JPY', '1234'],
  [9_007_199_254_740_991, 'RUB', '90071992547409.91'],
])('%d %s is %s', (amount, currency, expected) => {
  expect(decimal(amount, currency)).toBe(expected);
});

test('titles are quoted, and never calculated by a spreadsheet', () => {
  const cameras = [
    { id: 'a', title: '=HYPERLINK("https://evil.example")' },
    { id: 'b', title: 'Yard, "north"' },
  ];
  const rows = historyCsv(
    [buildTransaction({ cameraIds: ['a'] }), buildTransaction({ id: '2', cameraIds: ['b'], paidWith: null })],
    cameras,
  )
    .slice(1)
    .split('\r\n');
  expect(rows).toEqual([
    'Time (UTC),Number,Kind,Cameras,Paid with,Amount,Currency',
    `1970-01-01T00:00:00.000Z,transaction-1,Charge,"'=HYPERLINK(""https://evil.example"")",Card •• 4242,-499.00,RUB`,
    '1970-01-01T00:00:00.000Z,2,Charge,"Yard, ""north""",,-499.00,RUB',
    '',
  ]);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleInvoiceTerms } from '../../../testing/billing/example-plans.ts';
import { paymentQrModules, paymentQrText } from './billing-payment-qr.ts';

const { seller } = exampleInvoiceTerms;

test('what a program of a bank reads', () => {
  expect(paymentQrText({ seller, amount: 2_990_050, purpose: 'Оплата по счёту WP-12' })).toBe(
    'ST00012|Name=ООО «Вышка»|PersonalAcc=40702810938000000001|BankName=ПАО СБЕРБАНК|BIC=044525225|CorrespAcc=30101810400000000225|Sum=2990050|Purpose=Оплата по счёту WP-12|PayeeINN=7707083893|KPP=773601001',
  );
  const sole = { ...seller, taxId: '500100732259', taxReasonCode: null };
  expect(paymentQrText({ seller: sole, amount: 1, purpose: 'x' })).toMatch(/\|PayeeINN=500100732259$/);
});

test('no value can add a field or exceed its length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.string({ unit: 'binary', maxLength: 400 }), (name, purpose) => {
      const payment = { seller: { ...seller, name, bankName: name }, amount: 100, purpose };
      const [version, ...fields] = paymentQrText(payment).split('|');
      expect(version).toBe('ST00012');
      expect(fields.map((field) => field.split('=')[0])).toEqual([
        'Name',
        'PersonalAcc',
        'BankName',
        'BIC',
        'CorrespAcc',
        'Sum',
        'Purpose',
        'PayeeINN',
        'KPP',
      ]);
      expect([...(fields[6] ?? '')].length).toBeLessThanOrEqual('Purpose='.length + 210);
    }),
    { numRuns: 300 },
  );
});

test('the longest values fit a code', () => {
  const modules = paymentQrModules({
    seller: { ...seller, name: '😀'.repeat(400), bankName: 'Б'.repeat(400) },
    amount: 1,
    purpose: 'Ё'.repeat(400),
  });
  expect(modules.length).toBeGreaterThan(21);
  expect(modules.every((row) => row.length === modules.length)).toBe(true);
});

import { expect, test } from 'vitest';
import { emptyPayer, readPayer } from './checkout-payer.ts';
import type { PayerDraft } from './checkout-payer.ts';

const company: PayerDraft = {
  name: ' ООО «Ромашка» ',
  taxId: '7707 083893',
  taxReasonCode: '773601001',
  address: 'Москва, ул. Вавилова, 19',
  contactName: 'Анна Петрова',
  email: 'anna@example.com',
  phone: '+7 (999) 123-45-67',
};

test('reads a payer as it is typed', () => {
  expect(readPayer(company).payer).toEqual({ ...company, name: 'ООО «Ромашка»', taxId: '7707083893', phone: '+79991234567' });
  expect(readPayer({ ...company, taxReasonCode: '', phone: ' ' }).payer).toMatchObject({ taxReasonCode: null, phone: null });
});

test('everything but the reason code and the phone is required', () => {
  expect(readPayer(emptyPayer)).toEqual({
    payer: null,
    problems: { name: 'required', taxId: 'required', address: 'required', contactName: 'required', email: 'required' },
  });
});

test.each([
  ['taxId', '7707083894', 'bad-tax-id'],
  ['taxReasonCode', '77360100', 'bad-reason-code'],
  ['email', 'anna', 'bad-email'],
  ['phone', '89991234567', 'bad-phone'],
])('%s: %s is %s', (name, value, problem) => {
  expect(readPayer({ ...company, [name]: value })).toEqual({ payer: null, problems: { [name]: problem } });
});

test('a sole proprietor has no reason code', () => {
  const proprietor = { ...company, taxId: '500100732259' };
  expect(readPayer(proprietor).problems).toEqual({ taxReasonCode: 'bad-reason-code' });
  expect(readPayer({ ...proprietor, taxReasonCode: '' }).payer).not.toBeNull();
});

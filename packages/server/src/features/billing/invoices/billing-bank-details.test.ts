import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAccountOf, isBankCode, isCorrespondentAccountOf, isTaxReasonCode } from './billing-bank-details.ts';

const all = [...'0123456789'];
const digits = (count: number) => fc.string({ unit: fc.constantFrom(...all), minLength: count, maxLength: count });
const bankCodes = digits(7).map((rest) => `04${rest}`);

test('published details of banks are right', () => {
  // Sberbank, Alfa-Bank and Tinkoff: their correspondent accounts as the Bank of Russia lists them.
  for (const [account, bankCode] of [
    ['30101810400000000225', '044525225'],
    ['30101810200000000593', '044525593'],
    ['30101810145250000974', '044525974'],
  ] as const) {
    expect(isCorrespondentAccountOf(account, bankCode), bankCode).toBe(true);
    expect(
      isCorrespondentAccountOf(
        account.replace(/.$/, (last) => String((Number(last) + 1) % 10)),
        bankCode,
      ),
    ).toBe(false);
  }
});

test('a code of a bank has nine digits of this country', () => {
  for (const text of ['044525225', '024501901', '004525988']) expect(isBankCode(text), text).toBe(true);
  for (const text of ['', '04452522', '0445252255', '144525225', '054525225', '04452522x', '044525225\n'])
    expect(isBankCode(text), text).toBe(false);
});

test('a reason code has nine characters', () => {
  for (const text of ['773601001', '7736AB001']) expect(isTaxReasonCode(text), text).toBe(true);
  for (const text of ['', '77360100', '7736010011', '7736ab001', '773601001\n']) expect(isTaxReasonCode(text), text).toBe(false);
});

test.each([
  ['an account', isAccountOf],
  ['a correspondent account', isCorrespondentAccountOf],
])('the key of %s: exactly one digit is right, and any other digit that is mistyped is found', (_, isRight) => {
  fc.assert(
    fc.property(bankCodes, digits(20), fc.nat({ max: 19 }), fc.integer({ min: 1, max: 9 }), (bankCode, start, at, shift) => {
      const withKey = all.map((key) => start.slice(0, 8) + key + start.slice(9)).filter((account) => isRight(account, bankCode));
      expect(withKey).toHaveLength(1);
      const [account = ''] = withKey;
      const mistyped = account.slice(0, at) + String((Number(account[at]) + shift) % 10) + account.slice(at + 1);
      expect(isRight(mistyped, bankCode)).toBe(false);
    }),
    { numRuns: 300 },
  );
});

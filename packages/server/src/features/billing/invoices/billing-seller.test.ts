import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitSum } from '../ledger/billing-split.ts';
import { includedVat } from './billing-seller.ts';

test('the VAT that a price includes', () => {
  expect(includedVat(120_000, 20)).toBe(20_000);
  expect(includedVat(29_900, 20)).toBe(4_983);
  expect(includedVat(29_900, 22)).toBe(5_392);
  expect(includedVat(100, 5)).toBe(5);
  expect(includedVat(29_900, 0)).toBe(0);
  expect(includedVat(29_900, null)).toBe(0);
});

test('lines add up to the VAT of the invoice, and none is off by a kopeck or more', () => {
  // Four lines that were off by a kopeck when each was rounded: 82.00 + 69.00 + 102.00 + 82.00 of 334.99.
  const vat = includedVat(33_499, 20);
  expect(splitSum([8_200, 6_900, 10_200, 8_199], vat).reduce((sum, part) => sum + part, 0)).toBe(vat);
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -1_000_000, max: 1_000_000_000 }), { minLength: 1, maxLength: 200 }),
      fc.constantFrom(5, 7, 10, 20, 22),
      (amounts, percent) => {
        const total = amounts.reduce((sum, amount) => sum + amount, 0);
        fc.pre(total > 0);
        const whole = includedVat(total, percent);
        const parts = splitSum(amounts, whole);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(whole);
        for (const [index, part] of parts.entries())
          expect(Math.abs(part - ((amounts[index] ?? 0) * whole) / total)).toBeLessThan(1 + 1e-6);
      },
    ),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTaxId } from './tax-ids.ts';

test('tax ids of companies and persons are known by their check digits', () => {
  for (const taxId of ['7707083893', '7736050003', '500100732259']) expect(isTaxId(taxId), taxId).toBe(true);
  for (const taxId of ['7707083894', '500100732258', '500100732269', '0000000000', '000000000000'])
    expect(isTaxId(taxId), taxId).toBe(false);
});

test('only 10 or 12 digits are a tax id', () => {
  for (const text of ['', '770708389', '77070838930', '7707083893 ', ' 7707083893', '770708389a', '７７０７０８３８９３', '7707083893\n'])
    expect(isTaxId(text), text).toBe(false);
});

/** Digits that do not begin with `00`. */
const digits = (count: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: count, maxLength: count }).filter((text) => !text.startsWith('00'));
const all = [...'0123456789'];

test('nine digits of a company have one check digit', () => {
  fc.assert(
    fc.property(digits(9), (start) => {
      expect(all.filter((check) => isTaxId(start + check))).toHaveLength(1);
    }),
    { numRuns: 1000 },
  );
});

test('ten digits of a person have one pair of check digits', () => {
  const pairs = all.flatMap((first) => all.map((second) => first + second));
  fc.assert(
    fc.property(digits(10), (start) => {
      expect(pairs.filter((check) => isTaxId(start + check))).toHaveLength(1);
    }),
    { numRuns: 200 },
  );
});

test('two different neighbors that are swapped are found, unless a remainder of 10 hides them', () => {
  let found = 0;
  let hidden = 0;
  fc.assert(
    fc.property(digits(9), fc.nat({ max: 7 }), (start, at) => {
      const taxId = all.map((check) => start + check).find(isTaxId) ?? '';
      const [one = '', two = ''] = [taxId[at], taxId[at + 1]];
      const swapped = taxId.slice(0, at) + two + one + taxId.slice(at + 2);
      if (one === two || swapped.startsWith('00')) return;
      if (isTaxId(swapped)) hidden += 1;
      else found += 1;
    }),
    { numRuns: 2000 },
  );
  expect(found).toBeGreaterThan(hidden * 20);
});

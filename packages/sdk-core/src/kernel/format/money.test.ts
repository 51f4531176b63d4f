import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMoney } from './money-input.ts';
import { addMoney, formatMoney, shareOf, subtractMoney } from './money.ts';

/** Thin spaces made visible. */
const visible = (text: string): string => text.replaceAll('\u202F', '_');
/** Currencies of two fraction digits and of none: a third digit would not be shown. */
const currencies = ['RUB', 'USD', 'EUR', 'KZT', 'JPY'] as const;
const locales = ['en', 'ru'] as const;

test.each([
  [0, 'ru', 'RUB', '0_₽'],
  [100, 'ru', 'RUB', '1_₽'],
  [123_456, 'ru', 'RUB', '1_234,56_₽'],
  [123_450, 'ru', 'RUB', '1_234,5_₽'],
  [-123_456_789, 'ru', 'RUB', '−1_234_567,89_₽'],
  [5, 'ru', 'RUB', '0,05_₽'],
  [123_456, 'en', 'RUB', '₽1,234.56'],
  [-100, 'en', 'RUB', '−₽1'],
  [123_456, 'en', 'USD', '$1,234.56'],
  [123_456, 'ru', 'USD', '1_234,56_$'],
  [1_234, 'en', 'JPY', '¥1,234'],
  [1_234_567, 'en', 'KWD', 'KWD_1,234.57'],
  [Number.MAX_SAFE_INTEGER, 'en', 'RUB', '₽90,071,992,547,409.91'],
  [-Number.MAX_SAFE_INTEGER, 'ru', 'RUB', '−90_071_992_547_409,91_₽'],
] as const)('%i in %s and %s is %s', (minorUnits, locale, currency, text) => {
  expect(visible(formatMoney(minorUnits, { locale, currency }))).toBe(text);
});

test('is in rubles by default, and never in fractions of a kopeck', () => {
  expect(visible(formatMoney(100, { locale: 'ru' }))).toBe('1_₽');
  for (const amount of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
    expect(() => formatMoney(amount, { locale: 'en' })).toThrow(/is no amount of money/);
});

test('shows every kopeck', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (minorUnits) => {
      const text = formatMoney(minorUnits, { locale: 'en' }).replaceAll(/[₽,]/g, '').replace('−', '-');
      const [whole = '', fraction = ''] = text.split('.');
      expect(BigInt(whole.replace('-', '')) * 100n + BigInt(fraction.padEnd(2, '0'))).toBe(BigInt(Math.abs(minorUnits)));
    }),
  );
});

test('an amount with a currency of its own is formatted in it', () => {
  expect(visible(formatMoney({ amount: -1, currency: 'USD' }, { locale: 'en', currency: 'RUB' }))).toBe('−$0.01');
  expect(visible(formatMoney(-0, { locale: 'ru' }))).toBe('0_₽');
});

describe('what people type', () => {
  test.each([
    ['1234', 123_400],
    ['1 234,5 ₽', 123_450],
    ['1\u00A0234,50', 123_450],
    ['1\u202F234\u202F567.89', 123_456_789],
    ['₽1,234.56', 123_456],
    ['RUB 5', 500],
    ['5rub', 500],
    ['100 руб.', 10_000],
    ['100 р', 10_000],
    ['0', 0],
    ['007', 700],
    ['.5', 50],
    ['5,', 500],
    ['1,234.56', 123_456],
    ['1.234,56', 123_456],
    ['1,234,567', 123_456_700],
    ['1,23', 123],
    ['90071992547409,91', Number.MAX_SAFE_INTEGER],
  ])('%s is read in both languages', (text, minorUnits) => {
    for (const locale of locales) expect(parseMoney(text, { locale }), locale).toBe(minorUnits);
  });

  test('the language decides what could be both', () => {
    expect(locales.map((locale) => parseMoney('1,234', { locale }))).toEqual([123_400, null]);
    expect(locales.map((locale) => parseMoney('1,234', { locale, currency: 'KWD' }))).toEqual([1_234_000, 1_234]);
    expect(locales.map((locale) => parseMoney('1.234', { locale, currency: 'KWD' }))).toEqual([1_234, 1_234]);
  });

  test.each([
    ...['', ' ', '.', ',', '₽', 'рубли', 'ten', 'NaN', 'Infinity', '1e3', '0x10', '١٢', '10%'],
    ...['-1', '−1', '+1', '(1)', '1-2'],
    ...['10.005', '10,005,', '0.001', '1.2.3', '1,2,3', '1,2.3,4', '1 2', '12 34', '1 234,567.00', '1  234', '1 234 56'],
    ...['$5', '5 €', '5 USD', '₽5₽', '5 руб. коп.'],
    ...['90071992547409.92', '9007199254740993', '1'.repeat(40), '0'.repeat(65)],
  ])('“%s” is no amount of rubles', (text) => {
    for (const locale of locales) expect(parseMoney(text, { locale }), locale).toBeNull();
  });

  test('an amount has as many fraction digits as its currency', () => {
    expect(parseMoney('100', { locale: 'en', currency: 'JPY' })).toBe(100);
    expect(parseMoney('100.5', { locale: 'en', currency: 'JPY' })).toBeNull();
    expect(parseMoney('1.2345', { locale: 'en', currency: 'KWD' })).toBeNull();
    expect(parseMoney('$5', { locale: 'ru', currency: 'USD' })).toBe(500);
  });

  test('what was formatted is read as the same amount', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.constantFrom(...locales), fc.constantFrom(...currencies), (amount, locale, currency) => {
        expect(parseMoney(formatMoney({ amount, currency }, { locale }), { locale, currency })).toBe(amount);
      }),
      { numRuns: 1000 },
    );
  });

  test('any text is an amount or null', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789 .,-₽$р\u00A0'), maxLength: 20 });
    fc.assert(
      fc.property(fc.oneof(typed, fc.string()), fc.constantFrom(...locales), fc.constantFrom(...currencies), (text, locale, currency) => {
        const amount = parseMoney(text, { locale, currency });
        if (amount === null) return;
        expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
        expect(parseMoney(formatMoney({ amount, currency }, { locale }), { locale, currency })).toBe(amount);
      }),
      { numRuns: 2000 },
    );
  });
});

/** Small enough that no sum of two is beyond 2^53. */
const amounts = fc.integer({ min: -(2 ** 51), max: 2 ** 51 });

describe('sums', () => {
  const rubles = (amount: number) => ({ amount, currency: 'RUB' });

  test('subtracting undoes adding, in any order', () => {
    fc.assert(
      fc.property(amounts, amounts, (one, other) => {
        const sum = addMoney(rubles(one), rubles(other));
        expect(sum).toEqual(addMoney(rubles(other), rubles(one)));
        expect(BigInt(sum.amount)).toBe(BigInt(one) + BigInt(other));
        expect(subtractMoney(sum, rubles(other))).toEqual(rubles(one));
      }),
    );
  });

  test('kopecks and cents are not added, and nothing beyond 2^53 or in fractions', () => {
    expect(() => addMoney(rubles(1), { amount: 1, currency: 'USD' })).toThrow(/RUB and USD/);
    expect(() => subtractMoney(rubles(1), { amount: 1, currency: 'USD' })).toThrow(/RUB and USD/);
    for (const [one, other] of [
      [Number.MAX_SAFE_INTEGER, 1],
      [2 ** 53, -1],
      [0.1, 0.2],
      [Number.NaN, 1],
    ] as const)
      expect(() => addMoney(rubles(one), rubles(other))).toThrow(RangeError);
    expect(Object.is(subtractMoney(rubles(0), rubles(0)).amount, 0)).toBe(true);
  });
});

describe('a share', () => {
  test.each([
    [49_900, 10, 30, 16_633],
    [100, 1, 3, 33],
    [100, 2, 3, 67],
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [-1, 1, 3, 0],
    [5, 0, 7, 0],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ])('of %i, %i of %i, is %i', (amount, part, whole, share) => {
    expect(Object.is(shareOf(amount, part, whole), share)).toBe(true);
  });

  test.each([
    [1.5, 1, 2],
    [1, 0.5, 2],
    [1, 1, 0],
    [1, -1, 2],
    [1, 1, -2],
    [1, Number.NaN, 2],
    [Number.MAX_SAFE_INTEGER, 2, 1],
  ])('of %d, %d of %d, is refused', (amount, part, whole) => {
    expect(() => shareOf(amount, part, whole)).toThrow(RangeError);
  });

  const wholes = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
  const shares = fc.tuple(fc.maxSafeInteger(), wholes).chain(([amount, whole]) =>
    fc.record({
      amount: fc.constant(amount),
      whole: fc.constant(whole),
      cuts: fc.array(fc.integer({ min: 0, max: whole }), { maxLength: 12 }),
    }),
  );

  test('is off by half a minor unit at most', () => {
    fc.assert(
      fc.property(shares, ({ amount, whole, cuts }) => {
        for (const part of cuts) {
          const off = 2n * (BigInt(shareOf(amount, part, whole)) * BigInt(whole) - BigInt(amount) * BigInt(part));
          expect(off <= BigInt(whole) && off >= -BigInt(whole)).toBe(true);
          // Half is rounded away from zero, the same for what is owed and what is due.
          expect(shareOf(0 - amount, part, whole)).toBe(0 - shareOf(amount, part, whole));
        }
      }),
    );
  });

  test('and the next ones add up to the amount, if each is what its end adds', () => {
    fc.assert(
      fc.property(shares, ({ amount, whole, cuts }) => {
        const ends = [0, ...cuts.toSorted((one, other) => one - other), whole];
        const parts = ends.slice(1).map((end, index) => BigInt(shareOf(amount, end, whole) - shareOf(amount, ends[index] ?? 0, whole)));
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(BigInt(amount));
        for (const part of parts) expect(amount < 0 ? part <= 0n : part >= 0n).toBe(true);
      }),
    );
  });

  test('and its rest exceed the amount by one at most when each is rounded', () => {
    fc.assert(
      fc.property(shares, ({ amount, whole, cuts }) => {
        for (const part of cuts) {
          const sum = BigInt(shareOf(amount, part, whole)) + BigInt(shareOf(amount, whole - part, whole));
          expect([0n, amount < 0 ? -1n : 1n]).toContain(sum - BigInt(amount));
        }
      }),
    );
  });
});

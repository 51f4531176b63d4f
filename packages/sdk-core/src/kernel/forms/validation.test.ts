import { emailSchema } from '@watchpost/contract/schemas/session';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  alpha,
  alphaDash,
  dateFormat,
  email,
  integer,
  length,
  max,
  maxValue,
  min,
  minValue,
  required,
  url,
  valid,
  validate,
  validationText,
} from './validation.ts';
import type { Rule } from './validation.ts';
import { validationTexts } from './validation-texts.ts';

const cases: [string, Rule, string[], string[], string][] = [
  ['required', required, ['a'], ['', '  '], 'Field is required.'],
  ['email', email, ['anna@example.com', ' a.b+c@x-y.co ', ''], ['anna', 'a@b', 'a..b@c.de', '@c.de'], 'Enter a correct email.'],
  ['integer', integer, ['-12', '0', ' 7 '], ['1.5', 'x', '1e3', '--1', '٣'], 'Field must be a valid integer value.'],
  ['max', max(3), ['abc', '👨‍👩‍👧‍👦👍🏽é'], ['abcd', '👨‍👩‍👧‍👦👍🏽éa'], 'Maximum number of characters: 3.'],
  ['min', min(3), ['abc', ''], ['ab'], 'Minimum number of characters: 3.'],
  ['length', length(3), ['abc'], ['ab', 'abcd'], 'The field must contain 3 symbols.'],
  ['max_value', maxValue(5), ['5', '-1', '4.99', '4,99', ''], ['6', '5,01', 'x', '0x1', '-Infinity', '1e0'], 'Maximum allowed value: 5.'],
  ['min_value', minValue(5), ['5', ' 5,5 '], ['4', '4,9', 'x', 'Infinity', '0x10'], 'Minimum allowed value: 5.'],
  ['alpha', alpha, ['Привет', 'abc', 'Zoe\u0308'], ['a1', 'a b', '-'], 'Field can only contain letters.'],
  ['alpha_dash', alphaDash, ['Дом-1_a', 'и\u0306'], ['a b', 'a!'], 'Field can only contain letters and numbers.'],
  ['url', url, ['https://a.example/x'], ['a.example', 'javascript:alert(1)'], 'Invalid link.'],
  [
    'date_format',
    dateFormat('DD.MM.YYYY'),
    ['29.02.2024', '31.12.2026', '29.02.0000', '29.02.2000'],
    ['29.02.2026', '29.02.1900', '31.04.2026', '00.01.2026', '01.13.2026', '1.1.2026', '31-12-2026', '01.01.20260'],
    'Invalid format.',
  ],
  ['fallback', valid((value) => value === 'yes'), ['yes'], ['no'], 'The field is not valid.'],
];

test.each(cases)('%s', (name, rule, good, bad, text) => {
  for (const value of good) expect(rule(value), value).toBeNull();
  for (const value of bad) expect(rule(value)?.rule, value).toBe(name);
  const error = rule(bad[0] ?? '');
  expect(error && validationText(error, 'en')).toBe(text);
  expect(error && validationText(error, 'ru')).toMatch(/^[А-Я].*\.$/);
});

test('the first failing rule wins', () => {
  expect(validate('', [required, email])).toEqual({ rule: 'required' });
  expect(validate('x', [required, email])).toEqual({ rule: 'email' });
  expect(validate('a@b.co', [required, email, max(100)])).toBeNull();
});

test('a date has other orders and dividers', () => {
  expect(
    ['2026-11-21', '21/11/2026', '11/2026'].map((value, index) => dateFormat(['YYYY-MM-DD', 'DD/MM/YYYY', 'MM/YYYY'][index] ?? '')(value)),
  ).toEqual([null, null, null]);
  expect(dateFormat('YYYY.MM.DD')('2026x11x21')).toEqual({ rule: 'date_format' });
});

test('the thirteen rules of the specification have a text in each language, with the same number in it', () => {
  const names = cases.map(([name]) => name).sort();
  expect(names).toHaveLength(13);
  for (const texts of Object.values(validationTexts)) expect(Object.keys(texts).sort()).toEqual(names);
  for (const [name, text] of Object.entries(validationTexts.en))
    expect(
      Object.entries(validationTexts.ru)
        .find(([other]) => other === name)?.[1]
        .includes('{n}'),
    ).toBe(text.includes('{n}'));
});

test('every rule but required accepts an empty field', () => {
  for (const [name, rule] of cases) expect(rule('') === null).toBe(name !== 'required');
});

test('the contract accepts the same e-mail addresses', () => {
  const part = fc.string({ unit: fc.constantFrom(..."aZ0.-_+'é @"), maxLength: 6 });
  const address = fc.oneof(
    fc.emailAddress(),
    fc.tuple(part, part, fc.constantFrom('ru', 'com', 'c', '1', 'co.uk')).map(([local, domain, top]) => `${local}@${domain}.${top}`),
    fc.string(),
  );
  fc.assert(
    fc.property(
      address.filter((text) => text.trim() !== ''),
      (text) => {
        expect(email(text) === null).toBe(emailSchema.safeParse(text).success);
      },
    ),
    { numRuns: 2_000 },
  );
  const local = (count: number): string => `${'a'.repeat(count)}@example.com`;
  expect([local(242), local(243)].map((text) => [email(text) === null, emailSchema.safeParse(text).success])).toEqual([
    [true, true],
    [false, false],
  ]);
});

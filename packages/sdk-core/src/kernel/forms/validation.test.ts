import { expect, test } from 'vitest';
import { alpha, alphaDash, dateFormat, email, integer, length, max, maxValue, min, minValue, required, url, valid, validate, validationText } from './validation.ts';
import type { Rule } from './validation.ts';

const cases: [string, Rule, string[], string[], string][] = [
  ['required', required, ['a'], ['', '  '], 'Field is required.'],
  ['email', email, ['anna@example.com', ' a.b+c@x-y.co ', ''], ['anna', 'a@b', 'a..b@c.de', '@c.de'], 'Enter a correct email.'],
  ['integer', integer, ['-12', '0'], ['1.5', 'x'], 'Field must be a valid integer value.'],
  ['max', max(3), ['abc'], ['abcd'], 'Maximum number of characters: 3.'],
  ['min', min(3), ['abc', ''], ['ab'], 'Minimum number of characters: 3.'],
  ['length', length(3), ['abc'], ['ab', 'abcd'], 'The field must contain 3 symbols.'],
  ['max_value', maxValue(5), ['5', '-1'], ['6', 'x'], 'Maximum allowed value: 5.'],
  ['min_value', minValue(5), ['5'], ['4', 'x'], 'Minimum allowed value: 5.'],
  ['alpha', alpha, ['Привет', 'abc'], ['a1', 'a b'], 'Field can only contain letters.'],
  ['alpha_dash', alphaDash, ['Дом-1_a'], ['a b', 'a!'], 'Field can only contain letters and numbers.'],
  ['url', url, ['https://a.example/x'], ['a.example', 'javascript:alert(1)'], 'Invalid link.'],
  ['date_format', dateFormat('DD.MM.YYYY'), ['29.02.2024', '31.12.2026'], ['29.02.2026', '1.1.2026', '31-12-2026'], 'Invalid format.'],
  ['fallback', valid((value) => value === 'yes'), ['yes'], ['no'], 'The field is not valid.'],
];

test.each(cases)('%s', (name, rule, good, bad, text) => {
  for (const value of good) expect(rule(value), value).toBeNull();
  for (const value of bad) expect(rule(value)?.rule, value).toBe(name);
  const error = rule(bad[0] ?? '');
  expect(error && validationText(error, 'en')).toBe(text);
  expect(error && validationText(error, 'ru')).toMatch(/^[А-Я].*\.$/);
});

test('the first rule that fails wins', () => {
  expect(validate('', [required, email])).toEqual({ rule: 'required' });
  expect(validate('x', [required, email])).toEqual({ rule: 'email' });
  expect(validate('a@b.co', [required, email, max(100)])).toBeNull();
});

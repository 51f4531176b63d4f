import { expect, test } from 'vitest';
import { findSlowRun } from '../lib/long-runs.ts';
import { atMost } from '../tests/slow-machine.ts';
import { formatPhone } from '../../packages/sdk-core/src/kernel/format/phone.ts';
import { createMask } from '../../packages/sdk-core/src/kernel/forms/mask.ts';
import {
  alpha,
  alphaDash,
  dateFormat,
  email,
  integer,
  maxValue,
  required,
  url,
  validate,
  validationText,
  type Rule,
} from '../../packages/sdk-core/src/kernel/forms/validation.ts';

const check = (rule: Rule) => (text: string) => {
  const error = validate(text, [required, rule]);
  return error && validationText(error, 'en');
};

test.each<[string, string, (text: string) => unknown]>([
  ['an e-mail address', ' anna.k+x@mail-1.example.com ', check(email)],
  ['a whole number', ' -12 ', check(integer)],
  ['a number', ' -12,5 ', check(maxValue(5))],
  ['letters', 'Zoe\u0308', check(alpha)],
  ['a word', 'Дом-1_a', check(alphaDash)],
  ['a web address', ' https://a.example:80/x?y=z#w ', check(url)],
  ['a date', ' 29.02.2024 ', check(dateFormat('DD.MM.YYYY'))],
  ['a phone number', '+7 (999) 123-45-67', formatPhone],
  ['a text behind a mask', '+7 (999) 123-45-67', createMask('+7 (###) ###-##-##').format],
  ['a text behind a mask that repeats', 'Anna-1 Karenina', createMask('A*-?#?#?#?#?#?#?#? X*').format],
  [
    'a masked text',
    '192.168.10.1',
    (text) => [createMask('##?#?.##?#?.##?#?.##?#?').raw(text), createMask('##?#?.##?#?').fill(text), createMask('S*').isComplete(text)],
  ],
  ['an edit of a masked text', '12.34', (text) => createMask('#*.#*').format(text, text.length - 1, { previous: text.slice(0, -1) })],
  ['a mask', String.raw`\+7 (##?) A|B* S\?`, (pattern) => createMask(pattern).format('+7 (12) ANNA'.repeat(1000))],
])(
  'R15: one character 250,000 times, anywhere in %s',
  (_, seed, parse) => {
    expect(findSlowRun(seed, parse)).toBeNull();
  },
  atMost(60_000),
);

test('a mask has at most 256 places, and accepts texts of at most 4096 characters', () => {
  expect(createMask('#'.repeat(256)).format('1'.repeat(300)).value).toHaveLength(256);
  expect(() => createMask('#'.repeat(257))).toThrow('A mask has at most 256 places');
  expect(createMask('#*').format('1'.repeat(5000)).value).toHaveLength(4096);
});

import { expect, test } from 'vitest';
import { pickPlural } from './plural.ts';
import { createTranslator } from './translate.ts';

test('R23: Russian from 0 to 1999 as Intl.PluralRules, only 0 differs', () => {
  const rules = new Intl.PluralRules('ru');
  const differing = Array.from({ length: 2000 }, (_, count) => count).filter(
    (count) => pickPlural('zero | one | few | many', count, 'ru') !== rules.select(count),
  );
  expect(differing).toEqual([0]);
  expect(pickPlural('zero | one | few | many', 0, 'ru')).toBe('zero');
});

test('the rule of the specification: 0; ending in 1 except 11 to 19; ending in 2 to 4 except 12 to 14; the others', () => {
  const form = (count: number): string => {
    const [end, tens] = [count % 10, count % 100];
    if (count === 0) return 'zero';
    if (end === 1 && (tens < 11 || tens > 19)) return 'one';
    return end >= 2 && end <= 4 && (tens < 12 || tens > 14) ? 'few' : 'many';
  };
  for (let count = 0; count < 2000; count += 1) expect(pickPlural('zero | one | few | many', count, 'ru'), `${count}`).toBe(form(count));
});

test('without a form for zero, the last one is used; English has two', () => {
  expect([0, 1, 3, 5, 11, 21].map((count) => pickPlural('one | few | many', count, 'ru'))).toEqual([
    'many',
    'one',
    'few',
    'many',
    'many',
    'one',
  ]);
  expect([0, 1, 2].map((count) => pickPlural('one | other', count, 'en'))).toEqual(['other', 'one', 'other']);
  expect(pickPlural('same', 5, 'ru')).toBe('same');
  expect(pickPlural('same', 0, 'en')).toBe('same');
});

test('t inserts values and follows the language', () => {
  let locale: 'en' | 'ru' = 'en';
  const t = createTranslator(
    {
      en: { cameras: '{count} camera | {count} cameras', hello: 'Hello, {name}' },
      ru: { cameras: 'нет камер | {count} камера | {count} камеры | {count} камер', hello: 'Здравствуйте, {name}' },
    },
    () => locale,
  );
  expect(t('cameras', { count: 2 })).toBe('2 cameras');
  expect(t('hello')).toBe('Hello, {name}');
  locale = 'ru';
  expect(t('cameras', { count: 22 })).toBe('22 камеры');
  expect(t('cameras', { count: 0 })).toBe('нет камер');
  expect(t('hello', { name: '$&{count}' })).toBe('Здравствуйте, $&{count}');
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { swapLayout } from './palette-layout.ts';
import { isNearly, normalize, search } from './palette-search.ts';

const entries = [
  { title: 'Улица, вход' },
  { title: 'Front door', words: 'камера camera' },
  { title: 'Склад, ряд 4' },
  { title: 'Выйти', words: 'выход log out sign out logout' },
  { title: 'Тёмная тема', words: 'dark theme ночь' },
  { title: 'Payments and billing', words: 'платежи тарифы оплата счёт' },
] as const;
const titles = (query: string): string[] => search(query, entries).map(({ title }) => title);

describe('swapLayout', () => {
  test.each([
    ['ghbdtn', 'привет'],
    ['руддщ', 'hello'],
    ['drjl', 'вкод'],
    ['cjj,otybt', 'сообщение'],
    ['Rfvthf 2', 'камера 2'],
    ['`krf', 'ёлка'],
  ])('%s → %s', (typed, meant) => {
    expect(swapLayout(typed)).toBe(meant);
  });

  test('swapping twice restores the text', () => {
    const keys = fc.string({ unit: fc.constantFrom(..."qwertyuiop[]asdfghjkl;'zxcvbnm,.`йцукенгшщзхъфывапролджэячсмитьбюё 1") });
    fc.assert(
      fc.property(keys, (text) => {
        expect(swapLayout(swapLayout(text))).toBe(text);
      }),
    );
  });
});

describe('search', () => {
  test.each([
    ['вход', ['Улица, вход', 'Выйти']],
    ['d[jl', ['Улица, вход', 'Выйти']],
    ['ВХОД УЛИ', ['Улица, вход']],
    ['front', ['Front door']],
    ['акщте', ['Front door']],
    ['door front', ['Front door']],
    ['fornt', ['Front door']],
    ['sign out', ['Выйти']],
    ['темная', ['Тёмная тема']],
    ['ntvyfz', ['Тёмная тема']],
    ['dark', ['Тёмная тема']],
    ['оплата', ['Payments and billing']],
    ['jgkfnf', ['Payments and billing']],
    ['счет', ['Payments and billing']],
    ['4', ['Склад, ряд 4']],
    ['camera', ['Front door']],
    ['zzz', []],
    ['', []],
    ['  ', []],
    ['...', []],
  ])('%j finds %j', (query, found) => {
    expect(titles(query).slice(0, found.length || 1)).toEqual(found);
  });

  test('a title ranks above another word, a beginning above a middle', () => {
    const found = search('вход', [
      { title: 'Настройки', words: 'вход' },
      { title: 'Задний вход' },
      { title: 'Вход' },
      { title: 'Входная дверь' },
    ]);
    expect(found.map(({ title }) => title)).toEqual(['Вход', 'Входная дверь', 'Задний вход', 'Настройки']);
  });

  test('every entry is found by its own title, also typed in the other layout', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcxyzабвгдежзийклмнопэюя'), minLength: 1, maxLength: 12 });
    const words = fc.array(letters, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(words, (title) => {
        expect(search(title, [{ title }])).toHaveLength(1);
        expect(search(swapLayout(title), [{ title }])).toHaveLength(1);
      }),
    );
  });

  test('any query returns entries only', () => {
    fc.assert(
      fc.property(fc.string(), (query) => {
        expect(search(query, entries).every((entry) => entries.includes(entry))).toBe(true);
      }),
    );
  });

  test('searches a thousand cameras within a frame or two', () => {
    const many = Array.from({ length: 1000 }, (_, index) => ({ title: `Камера ${index}, вход`, words: 'камера camera' }));
    expect(search('вход 999', many)[0]?.title).toBe('Камера 999, вход');
  });
});

test('normalize', () => {
  expect(normalize('  Ёлка — «Café» №7 ')).toBe('елка cafe no7');
});

test.each([
  ['garag', 'garage', true],
  ['gaarge', 'garage', true],
  ['grage', 'garage', true],
  ['gsrage', 'garage', true],
  ['garrage', 'garage', true],
  ['grg', 'garage', false],
  ['yard', 'garage', false],
])('%s is nearly %s: %s', (word, text, expected) => {
  expect(isNearly(word, text)).toBe(expected);
});

import { describe, expect, test } from 'vitest';
import { initialLocale } from './i18n.ts';

const plural = /_(zero|one|two|few|many|other)$/;

function flatten(texts: object, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') found.set(path + key, value);
    else for (const [name, text] of flatten(value, `${path}${key}.`)) found.set(name, text);
  }
  return found;
}

function plain(texts: Map<string, string>): string[] {
  return [...new Set([...texts.keys()].map((key) => key.replace(plural, '')))].sort();
}

const placeholders = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}|<(\/?\w+)>/g)].map((match) => match[0]).sort();

const english = import.meta.glob<object>('../../**/*.en.json', { eager: true, import: 'default' });
const russian = import.meta.glob<object>('../../**/*.ru.json', { eager: true, import: 'default' });
const namespaces = Object.entries(english).map(([path, texts]) => ({
  name: path.replace(/^.*\/|\.en\.json$/g, ''),
  english: flatten(texts),
  russian: flatten(russian[path.replace(/\.en\.json$/, '.ru.json')] ?? {}),
}));

test('namespaces have unique names', () => {
  const names = namespaces.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(25);
  expect(new Set(names).size).toBe(names.length);
});

describe.each(namespaces)('$name', ({ english, russian }) => {
  test('every key is in both languages', () => {
    expect(plain(russian)).toEqual(plain(english));
  });

  test('plural texts have every form of their language', () => {
    const bases = new Set([...english.keys()].filter((key) => plural.test(key)).map((key) => key.replace(plural, '')));
    for (const base of bases) {
      for (const form of ['one', 'other']) expect(english.has(`${base}_${form}`), `en ${base}_${form}`).toBe(true);
      for (const form of ['zero', 'one', 'few', 'many', 'other']) expect(russian.has(`${base}_${form}`), `ru ${base}_${form}`).toBe(true);
    }
  });

  test('no text is empty, and both languages have the same placeholders and tags', () => {
    for (const [key, text] of russian) {
      expect(text.trim(), key).not.toBe('');
      const match = english.get(key) ?? english.get(key.replace(plural, '_other'));
      // "No rooms" instead of "0 rooms" needs no number.
      if (!key.endsWith('_zero')) expect(placeholders(text), key).toEqual(placeholders(match ?? ''));
    }
  });
});

test('no text has a format or another text in it: the build leaves both out of i18next (build/lean-i18next.ts)', () => {
  const texts = namespaces.flatMap(({ english, russian }) => [...english.values(), ...russian.values()]);
  expect(texts.filter((text) => /\{\{[^}]*,|\$t\(/.test(text))).toEqual([]);
});

describe('initialLocale', () => {
  test.each([
    ['ru', ['en'], 'ru'],
    [null, ['ru-RU', 'en'], 'ru'],
    [null, ['de', 'ru', 'en'], 'ru'],
    [null, ['de'], 'en'],
    ['xx', [], 'en'],
  ] as const)('saved %s, browser %s → %s', (saved, browser, expected) => {
    expect(initialLocale(saved, browser)).toBe(expected);
  });
});

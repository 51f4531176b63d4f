import { describe, expect, test } from 'vitest';
import { messages as en } from './en.ts';
import { initialLocale } from './i18n.ts';
import { messages as ru } from './ru.ts';

const plural = /_(zero|one|two|few|many|other)$/;

function flatten(messages: object, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(messages)) {
    if (typeof value === 'string') found.set(path + key, value);
    else for (const [name, text] of flatten(value, `${path}${key}.`)) found.set(name, text);
  }
  return found;
}

function plain(messages: Map<string, string>): string[] {
  return [...new Set([...messages.keys()].map((key) => key.replace(plural, '')))].sort();
}

const english = flatten(en);
const russian = flatten(ru);
const placeholders = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}|<(\/?\w+)>/g)].map((match) => match[0]).sort();

describe('translations', () => {
  test('every key is in both languages', () => {
    expect(plain(russian)).toEqual(plain(english));
  });

  test('plural messages have every form of their language', () => {
    const bases = new Set([...english.keys()].filter((key) => plural.test(key)).map((key) => key.replace(plural, '')));
    for (const base of bases) {
      for (const form of ['one', 'other']) expect(english.has(`${base}_${form}`), `en ${base}_${form}`).toBe(true);
      for (const form of ['zero', 'one', 'few', 'many', 'other']) expect(russian.has(`${base}_${form}`), `ru ${base}_${form}`).toBe(true);
    }
  });

  test('no message is empty, and both languages have the same placeholders and tags', () => {
    for (const [key, text] of russian) {
      expect(text.trim(), key).not.toBe('');
      const match = english.get(key) ?? english.get(key.replace(plural, '_other'));
      expect(placeholders(text), key).toEqual(placeholders(match ?? ''));
    }
  });
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

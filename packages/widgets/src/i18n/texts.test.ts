import { expect, test } from 'vitest';
import { createTexts } from './texts.ts';

const sources = import.meta.glob<string>('./*messages*.ts', { query: '?raw', import: 'default', eager: true });

test('values take their places, in the language of the moment', () => {
  let locale: 'en' | 'ru' = 'en';
  const t = createTexts({ en: { since: 'Since {time}, {other}' }, ru: { since: 'С {time}' } }, () => locale);
  expect(t('since', { time: '14:02' })).toBe('Since 14:02, {other}');
  locale = 'ru';
  expect(t('since', { time: 5 })).toBe('С 5');
});

test('no text of a player, a wall or a picture has plural forms; those of the others have', () => {
  const withForms = Object.entries(sources).filter(([, source]) => / \| .*'/.test(source.replaceAll(/^(?:export )?type .*$/gm, '')));
  const names = withForms.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(['./checkout-messages.ts', './sharing-messages.ts']));
  const plain = Object.entries(sources).filter(([, source]) => source.includes("from './texts.ts'"));
  expect(plain.length).toBe(5);
  expect(plain.map(([name]) => name).filter((name) => names.includes(name))).toEqual([]);
});

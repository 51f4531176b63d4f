import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { i18n } from 'i18next';
import { afterAll, describe, expect, test } from 'vitest';
import { leanI18nextSource } from './lean-i18next.ts';

const folder = dirname(createRequire(import.meta.url).resolve('i18next/package.json'));
const temporary = mkdtempSync(join(tmpdir(), 'watchpost-i18next-'));
afterAll(() => rmSync(temporary, { recursive: true }));
const source = readFileSync(join(folder, 'dist/esm/i18next.js'), 'utf8');

describe('i18next without what the app does not use', () => {
  const lean = leanI18nextSource(source);

  test('is a fifth smaller, and a version that lacks a part is reported', () => {
    expect(lean.length).toBeLessThan(source.length * 0.82);
    expect(() => leanI18nextSource(source.replace('  hydrate(', '  rehydrate('))).toThrow(/no I18n\.hydrate any more/);
  });

  test('translates as the app asks it to: variables, plurals, a change of language, texts that arrive later', async () => {
    const file = join(temporary, 'i18next.mjs');
    writeFileSync(file, lean);
    const { default: i18next }: { readonly default: i18n } = await import(/* @vite-ignore */ pathToFileURL(file).href);
    await i18next.init({
      lng: 'ru',
      fallbackLng: false,
      defaultNS: 'common',
      ns: [],
      resources: {},
      interpolation: { escapeValue: false },
      returnNull: false,
    });
    i18next.addResourceBundle('ru', 'common', {
      camera: '{{name}} не в сети',
      rooms_one: '{{count}} комната',
      rooms_few: '{{count}} комнаты',
    });
    expect(i18next.t('camera', { name: '$t(rooms) {{count}}' })).toBe('$t(rooms) {{count}} не в сети');
    expect([1, 3].map((count) => i18next.t('rooms', { count }))).toEqual(['1 комната', '3 комнаты']);

    const languages: string[] = [];
    i18next.on('languageChanged', (language) => languages.push(language));
    i18next.addResourceBundle('en', 'common', { camera: '{{name}} is offline' });
    await i18next.changeLanguage('en');
    expect([languages, i18next.t('camera', { name: 'Yard' })]).toEqual([['en'], 'Yard is offline']);
    expect(i18next.getFixedT('ru', 'common')('camera', { name: 'Двор' })).toBe('Двор не в сети');
    expect(i18next.hasResourceBundle('en', 'common')).toBe(true);
  });
});

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export type TestLocale = 'en' | 'ru';

const folder = resolve(import.meta.dirname, '../../packages/reference-app/src/shared/i18n/texts');

/**
 * The texts of the app in one language, by the same names as in its code.
 * @example const t = textsOf('ru');
 * await page.getByRole('button', { name: t('shell.profile') }).click();
 */
export function textsOf(locale: TestLocale): (name: string) => string {
  const sections = new Map<string, unknown>();
  return (name) => {
    const [section = '', ...keys] = name.split('.');
    if (!sections.has(section)) sections.set(section, JSON.parse(readFileSync(join(folder, `${section}.${locale}.json`), 'utf8')));
    const text = keys.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Object.entries(value).find(([own]) => own === key)?.[1] : undefined), sections.get(section));
    if (typeof text !== 'string') throw new Error(`The app has no text ${name} in ${locale}. Correct the name in e2e/support.`);
    return text;
  };
}

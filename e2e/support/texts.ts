import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export type TestLocale = 'en' | 'ru';

const folder = resolve(import.meta.dirname, '../../packages/reference-app/src');

/**
 * The texts of the app in one language, by namespace and key.
 * @example const t = textsOf('ru');
 * await page.getByRole('button', { name: t('shell:profile') }).click();
 */
export function textsOf(locale: TestLocale): (name: string) => string {
  const namespaces = new Map<string, unknown>();
  return (name) => {
    const [namespace = '', path = ''] = name.split(':');
    if (!namespaces.has(namespace)) namespaces.set(namespace, readTexts(namespace, locale));
    const text = path
      .split('.')
      .reduce<unknown>(
        (value, key) => (typeof value === 'object' && value !== null ? Object.entries(value).find(([own]) => own === key)?.[1] : undefined),
        namespaces.get(namespace),
      );
    if (typeof text !== 'string') throw new Error(`The app has no text ${name} in ${locale}. Correct the name in e2e/support.`);
    return text;
  };
}

function readTexts(namespace: string, locale: TestLocale): unknown {
  const [file] = globSync(`**/${namespace}.${locale}.json`, { cwd: folder });
  if (file === undefined) throw new Error(`The app has no namespace ${namespace}. Correct its name in e2e/support.`);
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}

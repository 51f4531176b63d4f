import type { Locale } from '@watchpost/sdk-core';
import i18next from 'i18next';
import type common from './common.en.json';

/**
 * The English texts of every namespace. `t()` checks its keys against them.
 * Each `<name>-texts.ts` adds its own:
 * @example
 * declare module '../../shared/i18n/define-texts.ts' {
 *   interface TextNamespaces {
 *     readonly ptz: typeof en;
 *   }
 * }
 */
export interface TextNamespaces {
  readonly common: typeof common;
}

/** Imports the texts of a namespace in one language. */
export type TextFiles = Readonly<Record<Locale, () => Promise<{ readonly default: object }>>>;

export interface DefineTextsOptions {
  /** Loads every language, not only the one in use. For texts that are searched in all of them. */
  readonly isInEveryLanguage?: boolean;
}

const locales = ['en', 'ru'] as const satisfies readonly Locale[];
const defined = new Map<string, { readonly files: TextFiles; readonly isInEveryLanguage: boolean }>();
const loading = new Map<string, Promise<void>>();

/**
 * Defines an i18next namespace. Its texts arrive together with the code that imports the defining module: see `withTexts()`.
 * @returns the namespace, for `useTranslation()` and `getFixedT()`
 */
export function defineTexts<Name extends keyof TextNamespaces>(
  namespace: Name,
  files: TextFiles,
  { isInEveryLanguage = false }: DefineTextsOptions = {},
): Name {
  defined.set(namespace, { files, isInEveryLanguage });
  return namespace;
}

/**
 * Loads the defined namespaces that are not loaded yet.
 * Rejects if a file does not arrive; the next call requests it again.
 */
export async function loadTexts(locale: Locale): Promise<void> {
  await Promise.all(
    [...defined].flatMap(([namespace, { files, isInEveryLanguage }]) =>
      (isInEveryLanguage ? locales : [locale]).map((each) => loadOnce(namespace, each, files[each])),
    ),
  );
}

function loadOnce(namespace: string, locale: Locale, load: TextFiles[Locale]): Promise<void> {
  const key = `${locale}/${namespace}`;
  const known = loading.get(key);
  if (known) return known;
  const loaded = load().then(
    (texts) => void i18next.addResourceBundle(locale, namespace, texts.default),
    (error: unknown) => {
      loading.delete(key);
      throw error;
    },
  );
  loading.set(key, loaded);
  return loaded;
}

import { createLanguage } from '@watchpost/sdk-core';
import type { Client, Language } from '@watchpost/sdk-core';
import i18next from 'i18next';
import { useSignalValue } from '../browser/signal.ts';
import { useClient } from '../client.tsx';
import { showToast } from '../ui/toast.ts';
import { applyLocale, currentLocale, keepLocale } from './i18n.ts';
import type { AppLocale } from './i18n.ts';

type LanguageClient = Pick<Client, 'account' | 'session'>;

/** One for each client: menu, palette and settings switch the same language, and the newest choice wins wherever it was made. */
const languageOf = new WeakMap<LanguageClient, Language>();

function languageFor(client: LanguageClient): Language {
  const known = languageOf.get(client);
  if (known) return known;
  const language = createLanguage({
    saved: currentLocale(),
    browser: [],
    apply: applyLocale,
    persist: keepLocale,
    // Nobody is signed in at sign-in: then this browser alone remembers it.
    save: async (locale) => {
      if (client.session.current.peek()) await client.account.saveLocale(locale);
    },
  });
  languageOf.set(client, language);
  return language;
}

/** Switches the language at once and saves it on the server when somebody is signed in; a failure puts it back and says so. */
export async function chooseLocale(locale: AppLocale, client: LanguageClient): Promise<void> {
  if (await languageFor(client).choose(locale)) return;
  // In the language that is back.
  showToast('error', i18next.t('account.languageNotSaved'), { id: 'language', text: i18next.t('account.languageNotSavedText') });
}

/** The language, shown or on its way, and how to switch it, for every menu and setting that offers it. */
export function useLocaleChoice(): { readonly locale: AppLocale; readonly choose: (locale: AppLocale) => Promise<void> } {
  const client = useClient();
  return { locale: useSignalValue(languageFor(client).locale), choose: (locale) => chooseLocale(locale, client) };
}

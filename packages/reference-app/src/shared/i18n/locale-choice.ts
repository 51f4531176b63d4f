import { useSignals } from '@preact/signals-react/runtime';
import { createLanguage } from '@watchpost/sdk-core';
import type { Language } from '@watchpost/sdk-core';
import { usePageClient } from '../client.tsx';
import type { PageClient } from '../client.tsx';
import { showToast } from '../ui/toast.ts';
import { applyLocale, currentLocale, keepLocale } from './i18n.ts';
import type { AppLocale } from './i18n.ts';
import { text } from './common-texts.ts';

type LanguageClient = Pick<PageClient, 'account' | 'session'>;

/** One per client: menu, palette and settings switch the same language, and the newest choice wins. */
const languageOf = new WeakMap<LanguageClient, Language>();

function languageFor(client: LanguageClient): Language {
  const known = languageOf.get(client);
  if (known) return known;
  const language = createLanguage({
    saved: currentLocale(),
    browser: [],
    apply: applyLocale,
    persist: keepLocale,
    // Without a session only this browser remembers it.
    save: async (locale) => {
      if (client.session.current.peek()) await client.account?.saveLocale(locale);
    },
  });
  languageOf.set(client, language);
  return language;
}

/** Switches the language immediately and, during a session, saves it on the server; a failure reverts it and shows a toast. */
async function chooseLocale(locale: AppLocale, client: LanguageClient): Promise<void> {
  if (await languageFor(client).choose(locale)) return;
  // In the restored language.
  showToast('error', text('languageNotSaved'), { id: 'language', text: text('languageNotSavedText') });
}

/** Returns the language, saved or pending, and how to switch it, for every control that offers it. */
export function useLocaleChoice(): { readonly locale: AppLocale; readonly choose: (locale: AppLocale) => Promise<void> } {
  const client = usePageClient();
  useSignals();
  return { locale: languageFor(client).locale.value, choose: (locale) => chooseLocale(locale, client) };
}

import type { Client } from '@watchpost/sdk-core';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { useClient } from '../client.tsx';
import { showToast } from '../ui/toast.tsx';
import { applyLocale, currentLocale } from './i18n.ts';
import type { AppLocale } from './i18n.ts';
import { createLanguageSwitch } from './language-switch.ts';

const switchLanguage = createLanguageSwitch<AppLocale>();

/** Switches the language at once and saves it on the server when somebody is signed in; a failure puts it back and says so. */
export async function chooseLocale(locale: AppLocale, client: Pick<Client, 'account' | 'session'>): Promise<void> {
  const save = client.session.current.peek() ? (chosen: AppLocale) => client.account.saveLocale(chosen) : null;
  const isSaved = await switchLanguage(locale, { current: currentLocale, apply: applyLocale, save });
  // In the language that is back.
  if (!isSaved) showToast('error', i18next.t('account.languageNotSaved'), { id: 'language', text: i18next.t('account.languageNotSavedText') });
}

/** The language and how to switch it, for every menu and setting that offers it. */
export function useLocaleChoice(): { readonly locale: AppLocale; readonly choose: (locale: AppLocale) => Promise<void> } {
  // Renders again whenever the language changes.
  useTranslation();
  const client = useClient();
  return { locale: currentLocale(), choose: (locale) => chooseLocale(locale, client) };
}

import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { localTexts } from '../browser/storage.ts';
import { tellServiceWorker } from './tell-service-worker.ts';

/** The languages of the interface, each with its own name. */
export const languages = [
  { locale: 'en', name: 'English' },
  { locale: 'ru', name: 'Русский' },
] as const;
export type AppLocale = (typeof languages)[number]['locale'];

const load = {
  en: async () => (await import('./en.ts')).messages,
  ru: async () => (await import('./ru.ts')).messages,
} as const;

function known(tag: string | null | undefined): AppLocale | null {
  const name = tag?.slice(0, 2).toLowerCase();
  return languages.find(({ locale }) => locale === name)?.locale ?? null;
}

/** A saved choice first, then the browser's languages, then English (specification 1, section 1). */
export function initialLocale(saved: string | null, browser: readonly string[]): AppLocale {
  return known(saved) ?? browser.map(known).find((locale) => locale !== null) ?? 'en';
}

export function currentLocale(): AppLocale {
  return known(i18next.language) ?? 'en';
}

/** Loads one language and starts the translations; only the language in use is ever downloaded. */
export async function startTranslations(): Promise<void> {
  const locale = initialLocale(localTexts.read('locale'), navigator.languages);
  const messages = await load[locale]();
  await i18next.use(initReactI18next).init({
    lng: locale,
    defaultNS: 'app',
    ns: ['app'],
    resources: { [locale]: { app: messages } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = locale;
  tellServiceWorker(locale);
}

/** Shows the interface in the language; only then is it downloaded. */
export async function applyLocale(locale: AppLocale): Promise<void> {
  const messages = await load[locale]();
  i18next.addResourceBundle(locale, 'app', messages);
  await i18next.changeLanguage(locale);
  document.documentElement.lang = locale;
  tellServiceWorker(locale);
}

/** Remembers the language in this browser. */
export function keepLocale(locale: AppLocale): void {
  localTexts.write('locale', locale);
}

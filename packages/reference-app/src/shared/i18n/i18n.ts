import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { localTexts } from '../browser/storage.ts';
import { commonTexts } from './common-texts.ts';
import { loadTexts } from './define-texts.ts';
import { sendLocaleToWorker } from './send-locale.ts';

/** The languages of the interface, each with its own name. */
export const languages = [
  { locale: 'en', name: 'English' },
  { locale: 'ru', name: 'Русский' },
] as const;
export type AppLocale = (typeof languages)[number]['locale'];

function known(tag: string | null | undefined): AppLocale | null {
  const name = tag?.slice(0, 2).toLowerCase();
  return languages.find(({ locale }) => locale === name)?.locale ?? null;
}

/** Returns the saved language, or else the browser's, or else English (specification 1, section 1). */
export function initialLocale(saved: string | null, browser: readonly string[]): AppLocale {
  return known(saved) ?? browser.map(known).find((locale) => locale !== null) ?? 'en';
}

export function currentLocale(): AppLocale {
  return known(i18next.language) ?? 'en';
}

function startI18next(): void {
  if (i18next.isInitialized) return;
  // Without files to load, this finishes synchronously. Namespaces are added as they load.
  void i18next.use(initReactI18next).init({
    lng: initialLocale(localTexts.read('locale'), navigator.languages),
    fallbackLng: false,
    defaultNS: commonTexts,
    ns: [],
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
    ...(import.meta.env.DEV && { saveMissing: true, missingKeyHandler: refuseMissingKey }),
  });
}

/** In development and in tests, a text that is not loaded is an error rather than its key on the screen. */
function refuseMissingKey(_locales: readonly string[], namespace: string, key: string): void {
  throw new Error(`The text ${namespace}:${key} is not loaded in ${i18next.language}.`);
}

/** Loads the texts of all code that runs so far, in the language in use, even if that changes meanwhile. */
async function loadCurrentTexts(): Promise<void> {
  startI18next();
  for (let locale: AppLocale | null = null; locale !== currentLocale();) {
    locale = currentLocale();
    await loadTexts(locale);
  }
}

/**
 * Loads code together with its texts. Every dynamic import of code that shows texts goes through here, `loadCode()` and `loadable()` included.
 * @example const { PtzScreen } = await withTexts(() => import('./ptz-screen.tsx'));
 */
export async function withTexts<Code>(load: () => Promise<Code>): Promise<Code> {
  const code = await load();
  await loadCurrentTexts();
  return code;
}

/** Starts the translations. Only the language in use is downloaded. */
export async function startTranslations(): Promise<void> {
  await loadCurrentTexts();
  announceLocale();
}

/** Downloads the texts of all running code in the language, then shows the interface in it. */
export async function applyLocale(locale: AppLocale): Promise<void> {
  startI18next();
  await loadTexts(locale);
  await i18next.changeLanguage(locale);
  // Code that arrived meanwhile has texts in the previous language.
  await loadTexts(locale);
  announceLocale();
}

function announceLocale(): void {
  const locale = currentLocale();
  document.documentElement.lang = locale;
  sendLocaleToWorker(locale);
}

/** Stores the language in this browser. */
export function keepLocale(locale: AppLocale): void {
  localTexts.write('locale', locale);
}

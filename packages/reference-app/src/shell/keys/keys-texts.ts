import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './keys.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly keys: typeof en;
  }
}

/** The texts load with the dialog. */
export const keysTexts = defineTexts('keys', {
  en: () => import('./keys.en.json'),
  ru: () => import('./keys.ru.json'),
});

import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './help.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly help: typeof en;
  }
}

/** The texts load with the dialog. */
export const helpTexts = defineTexts('help', {
  en: () => import('./help.en.json'),
  ru: () => import('./help.ru.json'),
});

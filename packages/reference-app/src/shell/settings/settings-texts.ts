import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './settings.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly settings: typeof en;
  }
}

export const settingsTexts = defineTexts('settings', {
  en: () => import('./settings.en.json'),
  ru: () => import('./settings.ru.json'),
});

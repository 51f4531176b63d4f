import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './account.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly account: typeof en;
  }
}

export const accountTexts = defineTexts('account', {
  en: () => import('./account.en.json'),
  ru: () => import('./account.ru.json'),
});

import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './session-more.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'session-more': typeof en;
  }
}

export const moreTexts = defineTexts('session-more', {
  en: () => import('./session-more.en.json'),
  ru: () => import('./session-more.ru.json'),
});

import i18next from 'i18next';
import { defineTexts } from '../../../shared/i18n/define-texts.ts';
import type en from './developers-paste.en.json';

declare module '../../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'developers-paste': typeof en;
  }
}

const developersPasteTexts = defineTexts('developers-paste', {
  en: () => import('./developers-paste.en.json'),
  ru: () => import('./developers-paste.ru.json'),
});

export const text = i18next.getFixedT(null, developersPasteTexts);

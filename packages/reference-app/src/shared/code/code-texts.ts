import i18next from 'i18next';
import { defineTexts } from '../i18n/define-texts.ts';
import type en from './code.en.json';

declare module '../i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly code: typeof en;
  }
}

export const codeTexts = defineTexts('code', {
  en: () => import('./code.en.json'),
  ru: () => import('./code.ru.json'),
});

export const text = i18next.getFixedT(null, codeTexts);

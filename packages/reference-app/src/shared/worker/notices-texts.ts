import i18next from 'i18next';
import { defineTexts } from '../i18n/define-texts.ts';
import type en from './notices.en.json';

declare module '../i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly notices: typeof en;
  }
}

const noticesTexts = defineTexts('notices', {
  en: () => import('./notices.en.json'),
  ru: () => import('./notices.ru.json'),
});

export const text = i18next.getFixedT(null, noticesTexts);

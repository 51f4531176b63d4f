import i18next from 'i18next';
import { defineTexts } from '../i18n/define-texts.ts';
import type en from './moment.en.json';

declare module '../i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly moment: typeof en;
  }
}

const momentTexts = defineTexts('moment', {
  en: () => import('./moment.en.json'),
  ru: () => import('./moment.ru.json'),
});

export const momentText = i18next.getFixedT(null, momentTexts);

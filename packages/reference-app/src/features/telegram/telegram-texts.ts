import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './telegram.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly telegram: typeof en;
  }
}

const telegramTexts = defineTexts('telegram', {
  en: () => import('./telegram.en.json'),
  ru: () => import('./telegram.ru.json'),
});

export const text = i18next.getFixedT(null, telegramTexts);

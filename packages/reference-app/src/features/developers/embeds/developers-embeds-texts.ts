import i18next from 'i18next';
import { defineTexts } from '../../../shared/i18n/define-texts.ts';
import type en from './developers-embeds.en.json';

declare module '../../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'developers-embeds': typeof en;
  }
}

const developersEmbedsTexts = defineTexts('developers-embeds', {
  en: () => import('./developers-embeds.en.json'),
  ru: () => import('./developers-embeds.ru.json'),
});

export const text = i18next.getFixedT(null, developersEmbedsTexts);

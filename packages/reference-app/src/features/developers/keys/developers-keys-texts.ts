import i18next from 'i18next';
import { defineTexts } from '../../../shared/i18n/define-texts.ts';
import type en from './developers-keys.en.json';

declare module '../../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'developers-keys': typeof en;
  }
}

const developersKeysTexts = defineTexts('developers-keys', {
  en: () => import('./developers-keys.en.json'),
  ru: () => import('./developers-keys.ru.json'),
});

export const text = i18next.getFixedT(null, developersKeysTexts);

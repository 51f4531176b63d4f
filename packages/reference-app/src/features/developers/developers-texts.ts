import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './developers.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly developers: typeof en;
  }
}

const developersTexts = defineTexts('developers', {
  en: () => import('./developers.en.json'),
  ru: () => import('./developers.ru.json'),
});

/** What all parts of the page say. */
export const text = i18next.getFixedT(null, developersTexts);

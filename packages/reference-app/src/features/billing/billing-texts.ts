import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './billing.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly billing: typeof en;
  }
}

const billingTexts = defineTexts('billing', {
  en: () => import('./billing.en.json'),
  ru: () => import('./billing.ru.json'),
});

export const text = i18next.getFixedT(null, billingTexts);

import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './quality.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly quality: typeof en;
  }
}

const qualityTexts = defineTexts('quality', {
  en: () => import('./quality.en.json'),
  ru: () => import('./quality.ru.json'),
});

export const text = i18next.getFixedT(null, qualityTexts);

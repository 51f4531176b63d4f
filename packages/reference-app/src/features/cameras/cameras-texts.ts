import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './cameras.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly cameras: typeof en;
  }
}

export const camerasTexts = defineTexts('cameras', {
  en: () => import('./cameras.en.json'),
  ru: () => import('./cameras.ru.json'),
});

export const text = i18next.getFixedT(null, camerasTexts);

import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './sd-card.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'sd-card': typeof en;
  }
}

/** The texts load with the code that shows a card, not with the first screen. */
const sdCardTexts = defineTexts('sd-card', {
  en: () => import('./sd-card.en.json'),
  ru: () => import('./sd-card.ru.json'),
});

export const text = i18next.getFixedT(null, sdCardTexts);

import i18next from 'i18next';
import { defineTexts } from './define-texts.ts';

/** Texts that several parts of the app use. */
export const commonTexts = defineTexts('common', {
  en: () => import('./common.en.json'),
  ru: () => import('./common.ru.json'),
});

export const text = i18next.getFixedT(null, commonTexts);

import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './palette.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly palette: typeof en;
  }
}

/** Loaded in every language, because the palette searches all of them. */
export const paletteTexts = defineTexts(
  'palette',
  {
    en: () => import('./palette.en.json'),
    ru: () => import('./palette.ru.json'),
  },
  { isInEveryLanguage: true },
);

import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './locations.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly locations: typeof en;
  }
}

/** The texts load with the code that shows locations, not with the first screen. */
const locationsTexts = defineTexts('locations', {
  en: () => import('./locations.en.json'),
  ru: () => import('./locations.ru.json'),
});

export const text = i18next.getFixedT(null, locationsTexts);

/** Common names to suggest (specification 1, section 4). */
export const suggestedNames = {
  location: ['office', 'store', 'shop', 'pickUpPoint'],
  room: ['openspace', 'staffRoom', 'elevator', 'outdoor'],
} as const;

import { defineTexts } from '../../../shared/i18n/define-texts.ts';
import type en from './sharing-guest.en.json';

declare module '../../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'sharing-guest': typeof en;
  }
}

/** The texts load with the screen, not with the app. */
export const guestTexts = defineTexts('sharing-guest', {
  en: () => import('./sharing-guest.en.json'),
  ru: () => import('./sharing-guest.ru.json'),
});

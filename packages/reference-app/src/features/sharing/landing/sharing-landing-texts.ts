import { defineTexts } from '../../../shared/i18n/define-texts.ts';
import type en from './sharing-landing.en.json';

declare module '../../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'sharing-landing': typeof en;
  }
}

/** The texts load with the screen, not with the app. */
export const landingTexts = defineTexts('sharing-landing', {
  en: () => import('./sharing-landing.en.json'),
  ru: () => import('./sharing-landing.ru.json'),
});

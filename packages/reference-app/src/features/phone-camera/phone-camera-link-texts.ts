import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './phone-camera-link.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'phone-camera-link': typeof en;
  }
}

/** The texts load with the screen, not with the app. */
const phoneCameraLinkTexts = defineTexts('phone-camera-link', {
  en: () => import('./phone-camera-link.en.json'),
  ru: () => import('./phone-camera-link.ru.json'),
});

export const linkText = i18next.getFixedT(null, phoneCameraLinkTexts);

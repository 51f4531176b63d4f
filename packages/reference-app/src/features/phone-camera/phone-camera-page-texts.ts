import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './phone-camera-page.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'phone-camera-page': typeof en;
  }
}

/** The texts load with the phone's page, not with the app. */
const phoneCameraPageTexts = defineTexts('phone-camera-page', {
  en: () => import('./phone-camera-page.en.json'),
  ru: () => import('./phone-camera-page.ru.json'),
});

export const text = i18next.getFixedT(null, phoneCameraPageTexts);

import i18next from 'i18next';
import { defineTexts } from '../../../shared/i18n/define-texts.ts';
import type en from './add-camera-address.en.json';

declare module '../../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'add-camera-address': typeof en;
  }
}

/** The texts load with the screen, not with the app. */
const addCameraAddressTexts = defineTexts('add-camera-address', {
  en: () => import('./add-camera-address.en.json'),
  ru: () => import('./add-camera-address.ru.json'),
});

export const text = i18next.getFixedT(null, addCameraAddressTexts);

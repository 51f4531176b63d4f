import i18next from 'i18next';
import { defineTexts } from '../../../shared/i18n/define-texts.ts';
import type en from './add-camera-code.en.json';

declare module '../../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'add-camera-code': typeof en;
  }
}

/** The texts load with the screen, not with the app. */
const addCameraCodeTexts = defineTexts('add-camera-code', {
  en: () => import('./add-camera-code.en.json'),
  ru: () => import('./add-camera-code.ru.json'),
});

export const text = i18next.getFixedT(null, addCameraCodeTexts);

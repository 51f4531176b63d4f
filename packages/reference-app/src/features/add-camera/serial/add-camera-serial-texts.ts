import i18next from 'i18next';
import { defineTexts } from '../../../shared/i18n/define-texts.ts';
import type en from './add-camera-serial.en.json';

declare module '../../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'add-camera-serial': typeof en;
  }
}

/** The texts load with the screen, not with the app. */
const addCameraSerialTexts = defineTexts('add-camera-serial', {
  en: () => import('./add-camera-serial.en.json'),
  ru: () => import('./add-camera-serial.ru.json'),
});

export const text = i18next.getFixedT(null, addCameraSerialTexts);

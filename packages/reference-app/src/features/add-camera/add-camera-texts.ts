import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './add-camera.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'add-camera': typeof en;
  }
}

/** The texts load with the screen, not with the app. */
const addCameraTexts = defineTexts('add-camera', {
  en: () => import('./add-camera.en.json'),
  ru: () => import('./add-camera.ru.json'),
});

export const text = i18next.getFixedT(null, addCameraTexts);

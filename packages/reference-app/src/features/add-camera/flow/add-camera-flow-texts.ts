import i18next from 'i18next';
import { defineTexts } from '../../../shared/i18n/define-texts.ts';
import type en from './add-camera-flow.en.json';

declare module '../../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'add-camera-flow': typeof en;
  }
}

/** The texts load with the screen, not with the app. */
const addCameraFlowTexts = defineTexts('add-camera-flow', {
  en: () => import('./add-camera-flow.en.json'),
  ru: () => import('./add-camera-flow.ru.json'),
});

export const text = i18next.getFixedT(null, addCameraFlowTexts);

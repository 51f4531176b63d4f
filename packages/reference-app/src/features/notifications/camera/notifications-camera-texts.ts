import i18next from 'i18next';
import { defineTexts } from '../../../shared/i18n/define-texts.ts';
import type en from './notifications-camera.en.json';

declare module '../../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'notifications-camera': typeof en;
  }
}

/** The texts load with the dialog, not with the first screen. */
const notificationsCameraTexts = defineTexts('notifications-camera', {
  en: () => import('./notifications-camera.en.json'),
  ru: () => import('./notifications-camera.ru.json'),
});

export const text = i18next.getFixedT(null, notificationsCameraTexts);

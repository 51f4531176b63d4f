import i18next from 'i18next';
import { defineTexts } from '../../../shared/i18n/define-texts.ts';
import type en from './notifications-camera.en.json';

declare module '../../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'notifications-camera': typeof en;
  }
}

/** The texts load with the screen, not with the first one. */
const notificationsCameraTexts = defineTexts('notifications-camera', {
  en: () => import('./notifications-camera.en.json'),
  ru: () => import('./notifications-camera.ru.json'),
});

export const text = i18next.getFixedT(null, notificationsCameraTexts);

export function alertsTitle(): string {
  return text('title');
}

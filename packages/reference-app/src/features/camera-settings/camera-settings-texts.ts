import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './camera-settings.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'camera-settings': typeof en;
  }
}

/** The texts load with this screen, not with the first one. */
const cameraSettingsTexts = defineTexts('camera-settings', {
  en: () => import('./camera-settings.en.json'),
  ru: () => import('./camera-settings.ru.json'),
});

export const text = i18next.getFixedT(null, cameraSettingsTexts);

export function cameraSettingsTitle(): string {
  return text('title');
}

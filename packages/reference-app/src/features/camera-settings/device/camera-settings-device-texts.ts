import i18next from 'i18next';
import { defineTexts } from '../../../shared/i18n/define-texts.ts';
import type en from './camera-settings-device.en.json';

declare module '../../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'camera-settings-device': typeof en;
  }
}

/** The texts load with the settings, not with the first screen. */
const cameraSettingsDeviceTexts = defineTexts('camera-settings-device', {
  en: () => import('./camera-settings-device.en.json'),
  ru: () => import('./camera-settings-device.ru.json'),
});

export const deviceText = i18next.getFixedT(null, cameraSettingsDeviceTexts);

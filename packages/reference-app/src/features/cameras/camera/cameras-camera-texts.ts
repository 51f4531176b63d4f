import { defineTexts } from '../../../shared/i18n/define-texts.ts';
import type en from './cameras-camera.en.json';

declare module '../../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'cameras-camera': typeof en;
  }
}

export const cameraTexts = defineTexts('cameras-camera', {
  en: () => import('./cameras-camera.en.json'),
  ru: () => import('./cameras-camera.ru.json'),
});

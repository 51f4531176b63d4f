import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './firmware.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly firmware: typeof en;
  }
}

/** The texts load with this screen, not with the first one. */
const firmwareTexts = defineTexts('firmware', {
  en: () => import('./firmware.en.json'),
  ru: () => import('./firmware.ru.json'),
});

export const text = i18next.getFixedT(null, firmwareTexts);

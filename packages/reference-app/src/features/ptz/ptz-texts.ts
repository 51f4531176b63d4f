import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './ptz.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly ptz: typeof en;
  }
}

/** The texts load with this screen, not with the first one. */
const ptzTexts = defineTexts('ptz', {
  en: () => import('./ptz.en.json'),
  ru: () => import('./ptz.ru.json'),
});

export const text = i18next.getFixedT(null, ptzTexts);

export function ptzTitle(): string {
  return text('title');
}

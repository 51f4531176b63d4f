import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './session.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly session: typeof en;
  }
}

export const sessionTexts = defineTexts('session', {
  en: () => import('./session.en.json'),
  ru: () => import('./session.ru.json'),
});

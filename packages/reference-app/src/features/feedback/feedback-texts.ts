import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './feedback.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly feedback: typeof en;
  }
}

export const feedbackTexts = defineTexts('feedback', {
  en: () => import('./feedback.en.json'),
  ru: () => import('./feedback.ru.json'),
});

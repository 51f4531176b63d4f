import { defineTexts } from '../shared/i18n/define-texts.ts';
import type en from './shell.en.json';

declare module '../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly shell: typeof en;
  }
}

export const shellTexts = defineTexts('shell', {
  en: () => import('./shell.en.json'),
  ru: () => import('./shell.ru.json'),
});

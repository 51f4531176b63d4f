import i18next from 'i18next';
import { defineTexts } from '../../../shared/i18n/define-texts.ts';
import type en from './sharing-log.en.json';

declare module '../../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'sharing-log': typeof en;
  }
}

const sharingLogTexts = defineTexts('sharing-log', {
  en: () => import('./sharing-log.en.json'),
  ru: () => import('./sharing-log.ru.json'),
});

export const text = i18next.getFixedT(null, sharingLogTexts);

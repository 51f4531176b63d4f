import i18next from 'i18next';
import { defineTexts } from '../../../shared/i18n/define-texts.ts';
import type en from './developers-streams.en.json';

declare module '../../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'developers-streams': typeof en;
  }
}

const developersStreamsTexts = defineTexts('developers-streams', {
  en: () => import('./developers-streams.en.json'),
  ru: () => import('./developers-streams.ru.json'),
});

export const text = i18next.getFixedT(null, developersStreamsTexts);

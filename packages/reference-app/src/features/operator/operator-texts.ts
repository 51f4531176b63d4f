import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './operator.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly operator: typeof en;
  }
}

const operatorTexts = defineTexts('operator', {
  en: () => import('./operator.en.json'),
  ru: () => import('./operator.ru.json'),
});

export const text = i18next.getFixedT(null, operatorTexts);

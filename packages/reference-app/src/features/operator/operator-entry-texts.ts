import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './operator-entry.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'operator-entry': typeof en;
  }
}

/** Apart from the page's texts: everyone's app loads these. */
const operatorEntryTexts = defineTexts('operator-entry', {
  en: () => import('./operator-entry.en.json'),
  ru: () => import('./operator-entry.ru.json'),
});

const text = i18next.getFixedT(null, operatorEntryTexts);

export function operatorTitle(): string {
  return text('title');
}

export function operatorUnder(): string {
  return text('under');
}

import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './bookmarks.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly bookmarks: typeof en;
  }
}

const bookmarksTexts = defineTexts('bookmarks', {
  en: () => import('./bookmarks.en.json'),
  ru: () => import('./bookmarks.ru.json'),
});

export const text = i18next.getFixedT(null, bookmarksTexts);

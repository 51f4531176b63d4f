import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './archive.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly archive: typeof en;
  }
}

/** The texts load with the screens that show the archive, not with the first one. */
const archiveTexts = defineTexts('archive', {
  en: () => import('./archive.en.json'),
  ru: () => import('./archive.ru.json'),
});

export const text = i18next.getFixedT(null, archiveTexts);

/** Formats an approximate duration. @example '3 h' */
export function roughDuration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return text('lessThanMinute');
  return minutes < 90 ? text('minutes', { value: minutes }) : text('hours', { value: Math.round(minutes / 60) });
}

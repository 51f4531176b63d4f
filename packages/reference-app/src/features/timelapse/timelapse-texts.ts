import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './timelapse.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly timelapse: typeof en;
  }
}

/** The texts load with these screens, not with the first one. */
const timelapseTexts = defineTexts('timelapse', {
  en: () => import('./timelapse.en.json'),
  ru: () => import('./timelapse.ru.json'),
});

export const text = i18next.getFixedT(null, timelapseTexts);

export function timelapseTitle(): string {
  return text('title');
}

/** The line under the heading. @param camera its title; absent while it loads */
export function timelapseUnder(camera: string | undefined): string {
  return camera === undefined ? '\u00a0' : text('under', { camera });
}

export function toSmartEventsLabel(): string {
  return text('toList');
}

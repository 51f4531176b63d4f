import i18next from 'i18next';
import { defineTexts } from '../../../shared/i18n/define-texts.ts';
import type { FaultTexts } from './cameras-about-rows.ts';
import type en from './cameras-about.en.json';

declare module '../../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'cameras-about': typeof en;
  }
}

/** The texts load with this screen, not with the first one. */
export const camerasAboutTexts = defineTexts('cameras-about', {
  en: () => import('./cameras-about.en.json'),
  ru: () => import('./cameras-about.ru.json'),
});

export const text = i18next.getFixedT(null, camerasAboutTexts);

/** Describe what is wrong with a camera. */
export const faultTexts: FaultTexts = {
  clockRate: (rate) => clockText(rate),
  damagedPictures: (count) => text('damagedCount', { count }),
};

/** @param rate seconds of the camera's clock per real second */
const clockText = (rate: number): string =>
  text(rate > 1 ? 'clockFast' : 'clockSlow', { percent: String(Math.max(1, Math.round(Math.abs(rate - 1) * 100))) });

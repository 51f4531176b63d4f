import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './video-wall.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'video-wall': typeof en;
  }
}

/** The texts load with the wall, not with the first screen. */
const videoWallTexts = defineTexts('video-wall', {
  en: () => import('./video-wall.en.json'),
  ru: () => import('./video-wall.ru.json'),
});

export const text = i18next.getFixedT(null, videoWallTexts);

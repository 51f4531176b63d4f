import type { SwitchableDetection } from '@watchpost/sdk-core';
import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import type en from './smart-events.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly 'smart-events': typeof en;
  }
}

/** The texts load with these screens, not with the first one. */
const smartEventsTexts = defineTexts('smart-events', {
  en: () => import('./smart-events.en.json'),
  ru: () => import('./smart-events.ru.json'),
});

export const text = i18next.getFixedT(null, smartEventsTexts);

export function smartEventsTitle(): string {
  return text('title');
}

/** The line under a detection's heading. @param camera its title; absent while it loads */
export function detectionUnder(camera: string | undefined): string {
  return camera === undefined ? '\u00a0' : text('under', { camera });
}

export function toListLabel(): string {
  return text('toList');
}

export function toSettingsLabel(): string {
  return text('toSettings');
}

/** The name of a detection, as in its heading. */
export function detectionName(type: SwitchableDetection): string {
  return text(`name.${type}`);
}

/** Writes a share as recognition reports it. @example '0.75', in Russian '0,75' */
export function shareText(share: number): string {
  return share.toLocaleString(currentLocale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** A part of the picture in whole percent. */
export function percent(share: number): number {
  return Math.round(share * 100);
}

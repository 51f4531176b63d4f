import type { EventType } from '@watchpost/sdk-core';
import i18next from 'i18next';
import { defineTexts } from '../../shared/i18n/define-texts.ts';
import type en from './events.en.json';

declare module '../../shared/i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly events: typeof en;
  }
}

/** The texts load with the screens that show events, not with the first one. */
const eventsTexts = defineTexts('events', {
  en: () => import('./events.en.json'),
  ru: () => import('./events.ru.json'),
});

export const text = i18next.getFixedT(null, eventsTexts);

export function typeName(type: EventType): string {
  return text(type);
}

/** Formats a duration. @example '2 s', '1 min 5 s' */
export function durationText(durationMs: number): string {
  const seconds = Math.floor(durationMs / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? text('durationSeconds', { count: seconds }) : text('durationMinutes', { minutes, count: seconds % 60 });
}

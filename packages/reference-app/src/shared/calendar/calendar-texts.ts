import { formatDate } from '@watchpost/sdk-core';
import type { CalendarDate } from '@watchpost/sdk-core';
import i18next from 'i18next';
import { defineTexts } from '../i18n/define-texts.ts';
import { currentLocale } from '../i18n/i18n.ts';
import type en from './calendar.en.json';

declare module '../i18n/define-texts.ts' {
  interface TextNamespaces {
    readonly calendar: typeof en;
  }
}

/** The texts load with the screens that show a calendar, not with the first one. */
const calendarTexts = defineTexts('calendar', {
  en: () => import('./calendar.en.json'),
  ru: () => import('./calendar.ru.json'),
});

export const text = i18next.getFixedT(null, calendarTexts);

/** @example '21 November 2026' */
export function dateText(date: CalendarDate): string {
  return formatDate(Date.parse(`${date}T12:00:00Z`), { locale: currentLocale(), timeZone: 'UTC', year: true });
}

/** @example 'November 2026', 'Ноябрь 2026' */
export function monthText(date: CalendarDate): string {
  const locale = currentLocale();
  const parts = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).formatToParts(
    Date.parse(`${date}T12:00:00Z`),
  );
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  const month = part('month');
  return `${month.charAt(0).toLocaleUpperCase(locale)}${month.slice(1)} ${part('year')}`;
}

/** Monday first. @example ['Mo', 'Tu', …] and ['Monday', 'Tuesday', …] */
export function weekdayTexts(): readonly { readonly short: string; readonly long: string }[] {
  const locale = currentLocale();
  const monday = Date.UTC(2024, 0, 1);
  const name = (weekday: 'short' | 'long', index: number): string =>
    new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(monday + index * 86_400_000);
  return Array.from({ length: 7 }, (_, index) => {
    const short = name('short', index).slice(0, 2);
    return { short: short.charAt(0).toLocaleUpperCase(locale) + short.slice(1), long: name('long', index) };
  });
}

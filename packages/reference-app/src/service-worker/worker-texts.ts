import type { PushNotice } from '@watchpost/sdk-core';
import en from '../shared/i18n/texts/notifications.en.json';
import ru from '../shared/i18n/texts/notifications.ru.json';

/** What each type of event is called. */
export type NoticeTexts = Readonly<Record<NonNullable<PushNotice['type']>, string>>;
export type WorkerLocale = 'en' | 'ru';

/** A type without a text in a language does not compile. */
export const noticeTexts: Readonly<Record<WorkerLocale, NoticeTexts>> = { en: en.types, ru: ru.types };

/** The language that the pages have told, else the browser's, else English. */
export function pickWorkerLocale(told: string | null, browser: readonly string[]): WorkerLocale {
  const known = [told, ...browser].map((tag) => tag?.slice(0, 2).toLowerCase()).find((name) => name === 'en' || name === 'ru');
  return known === 'ru' ? 'ru' : 'en';
}

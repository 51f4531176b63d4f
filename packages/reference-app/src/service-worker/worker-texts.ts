import type { PushNotice } from '@watchpost/sdk-core';
import en from '../shared/worker/notices.en.json';
import ru from '../shared/worker/notices.ru.json';

/** Names of the event types, what stands for a message that this version can't read, what precedes the number of events, and the button of the pause. */
export type NoticeTexts = Readonly<Record<NonNullable<PushNotice['type']> | 'unknown' | 'count' | 'pause', string>>;
export type WorkerLocale = 'en' | 'ru';

/** A type without a text in a language does not compile. */
export const noticeTexts: Readonly<Record<WorkerLocale, NoticeTexts>> = { en, ru };

/** Returns the language that a page has set, or the browser's, or English. */
export function pickWorkerLocale(preferred: string | null, browser: readonly string[]): WorkerLocale {
  const known = [preferred, ...browser].map((tag) => tag?.slice(0, 2).toLowerCase()).find((name) => name === 'en' || name === 'ru');
  return known === 'ru' ? 'ru' : 'en';
}

import { createTranslator } from '@watchpost/sdk-core';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import en from '../../shared/i18n/texts/archive.en.json';
import ru from '../../shared/i18n/texts/archive.ru.json';

/** They load with the screens that show the archive, not with the first one. */
export const text = createTranslator<keyof typeof en>({ en, ru }, currentLocale);

/** About so long, in words. @example '3 h' */
export function roughDuration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return text('lessThanMinute');
  return minutes < 90 ? text('minutes', { value: minutes }) : text('hours', { value: Math.round(minutes / 60) });
}

import { errorText, WatchpostError } from '@watchpost/sdk-core';
import type { TFunction } from 'i18next';
import { currentLocale } from '../i18n/i18n.ts';

/** What a failed request for a code, or a failed code, says under its field; a limit says how long to wait. */
export function codeErrorText(error: unknown, t: TFunction): string {
  if (error instanceof WatchpostError && error.code === 'too-many-requests' && error.retryAfterSeconds !== null) {
    const wait = waitOf(error.retryAfterSeconds);
    if (wait.unit === 'seconds') return t('session.waitSeconds', { count: wait.count });
    return wait.unit === 'minutes' ? t('session.waitMinutes', { count: wait.count }) : t('session.waitHours', { count: wait.count });
  }
  return errorText(error, currentLocale());
}

/** A wait in the unit that a person would say it in, never less than it is. */
export function waitOf(seconds: number): { readonly unit: 'seconds' | 'minutes' | 'hours'; readonly count: number } {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 120) return { unit: 'seconds', count: whole };
  const minutes = Math.ceil(whole / 60);
  return minutes < 120 ? { unit: 'minutes', count: minutes } : { unit: 'hours', count: Math.ceil(minutes / 60) };
}

import { generalErrorText, WatchpostError } from '@watchpost/sdk-core';
import { currentLocale } from '../i18n/i18n.ts';
import { text } from './code-texts.ts';

/** Returns the error text for a failed code or a failed request for one; a rate limit says how long to wait. */
export function codeErrorText(error: unknown): string {
  if (error instanceof WatchpostError && error.code === 'too-many-requests' && error.retryAfterSeconds !== null) {
    const wait = waitOf(error.retryAfterSeconds);
    if (wait.unit === 'seconds') return text('waitSeconds', { count: wait.count });
    return wait.unit === 'minutes' ? text('waitMinutes', { count: wait.count }) : text('waitHours', { count: wait.count });
  }
  return generalErrorText(error, currentLocale());
}

/** Converts a wait to the unit that users expect, rounded up. @param seconds length of the wait */
export function waitOf(seconds: number): { readonly unit: 'seconds' | 'minutes' | 'hours'; readonly count: number } {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 120) return { unit: 'seconds', count: whole };
  const minutes = Math.ceil(whole / 60);
  return minutes < 120 ? { unit: 'minutes', count: minutes } : { unit: 'hours', count: Math.ceil(minutes / 60) };
}

import { errorText, WatchpostError } from '@watchpost/sdk-core';
import type { TFunction } from 'i18next';
import { currentLocale } from '../../shared/i18n/i18n.ts';

/** What a failed request for a code, or a failed code, says under its field; a limit says how long to wait. */
export function signInErrorText(error: unknown, t: TFunction): string {
  if (error instanceof WatchpostError && error.code === 'too-many-requests' && error.retryAfterSeconds !== null) {
    const seconds = Math.max(1, Math.ceil(error.retryAfterSeconds));
    return seconds < 120 ? t('session.waitSeconds', { count: seconds }) : t('session.waitMinutes', { count: Math.ceil(seconds / 60) });
  }
  return errorText(error, currentLocale());
}

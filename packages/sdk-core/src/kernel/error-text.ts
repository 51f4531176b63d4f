import { errorMessages } from '@watchpost/contract/kernel';
import type { ErrorCode, Locale } from '@watchpost/contract/kernel';
import { WatchpostError } from './errors.ts';
import type { WatchpostErrorCode } from './errors.ts';
import { generalErrorText } from './general-error-text.ts';

/**
 * Returns an error's text for the user, in their language. Anything but a WatchpostError reads like an unknown failure.
 * @example toast(errorText(error, 'ru')) // 'Ошибка сетевого запроса'
 */
export function errorText(error: unknown, locale: Locale): string {
  if (!(error instanceof WatchpostError) || error.texts || error.code === 'network' || error.code === 'aborted')
    return generalErrorText(error, locale);
  return errorMessages[locale][isServerCode(error.code) ? error.code : 'internal-error'];
}

function isServerCode(code: WatchpostErrorCode): code is ErrorCode {
  return Object.hasOwn(errorMessages.en, code);
}

import { generalErrorMessages } from '@watchpost/contract/kernel';
import type { GeneralErrorCode, Locale } from '@watchpost/contract/kernel';
import { WatchpostError } from './errors.ts';
import type { WatchpostErrorCode } from './errors.ts';

const clientTexts: Readonly<Record<Locale, Readonly<Record<'network' | 'aborted', string>>>> = {
  en: { network: 'Network request error', aborted: 'The request was given up.' },
  ru: { network: 'Ошибка сетевого запроса', aborted: 'Запрос отменён.' },
};

/**
 * Like errorText() without the texts of the features, for pages that load before them: a feature's error keeps the server's
 * message, which is in the language of the request.
 * @example showError(generalErrorText(error, 'ru')) // 'Ошибка сетевого запроса'
 */
export function generalErrorText(error: unknown, locale: Locale): string {
  if (!(error instanceof WatchpostError)) return generalErrorMessages[locale]['internal-error'];
  if (error.texts) return error.texts[locale];
  const { code } = error;
  if (code === 'network' || code === 'aborted') return clientTexts[locale][code];
  return isGeneral(code) ? generalErrorMessages[locale][code] : error.message;
}

function isGeneral(code: WatchpostErrorCode): code is GeneralErrorCode {
  return Object.hasOwn(generalErrorMessages.en, code);
}

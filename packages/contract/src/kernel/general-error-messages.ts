import type { ErrorCode } from './errors.ts';
import type { Locale } from './locales.ts';

/** The errors that any request can fail with, and those of signing in. */
export type GeneralErrorCode = Extract<
  ErrorCode,
  | 'invalid-request'
  | 'request-too-large'
  | 'not-found'
  | 'unauthorized'
  | 'session-expired'
  | 'forbidden'
  | 'conflict'
  | 'too-many-requests'
  | 'internal-error'
  | 'unavailable'
  | 'invalid-code'
  | 'email-in-use'
>;

/** What these errors say to the user. They are apart from the others because a sign-in page loads no texts about cameras. */
export const generalErrorMessages: Readonly<Record<Locale, Readonly<Record<GeneralErrorCode, string>>>> = {
  en: {
    'invalid-request': 'The request is not valid. Check the highlighted values and try again.',
    'request-too-large': 'The request is too large.',
    'not-found': 'Not found',
    unauthorized: 'Sign in to continue.',
    'session-expired': 'Authorization session are expired.',
    forbidden: 'You have no permission to do this.',
    conflict: 'This was changed meanwhile. Reload and try again.',
    'too-many-requests': 'Too many attempts. Wait a little and try again.',
    'internal-error': 'Something went wrong on the server. Try again later.',
    unavailable: 'The service is not available right now. Try again in a few seconds.',
    'invalid-code': 'Invalid or expired code',
    'email-in-use': 'This email is already in use',
  },
  ru: {
    'invalid-request': 'Запрос составлен неверно. Проверьте выделенные значения и повторите.',
    'request-too-large': 'Запрос слишком большой.',
    'not-found': 'Не найдено',
    unauthorized: 'Войдите, чтобы продолжить.',
    'session-expired': 'Сессия авторизации истекла.',
    forbidden: 'У вас нет прав на это действие.',
    conflict: 'Данные уже изменились. Обновите страницу и повторите.',
    'too-many-requests': 'Слишком много попыток. Подождите немного и повторите.',
    'internal-error': 'На сервере что-то пошло не так. Повторите позже.',
    unavailable: 'Сервис сейчас недоступен. Повторите через несколько секунд.',
    'invalid-code': 'Код неверен или устарел',
    'email-in-use': 'Этот адрес уже используется',
  },
};

import type { Locale } from './locales.ts';

/**
 * Every error that the API answers with. The code is the translation key everywhere:
 * a code without a text in a language does not compile.
 */
export const errorCodes = [
  'invalid-request',
  'request-too-large',
  'not-found',
  'unauthorized',
  'session-expired',
  'forbidden',
  'conflict',
  'too-many-requests',
  'internal-error',
  'unavailable',
  'invalid-code',
  'registration-token-invalid',
  'registration-token-used',
  'camera-url-invalid',
  'camera-address-forbidden',
  'camera-host-unknown',
  'camera-unreachable',
  'camera-timeout',
  'camera-not-rtsp',
  'camera-wrong-password',
  'camera-stream-not-found',
  'camera-codec-unsupported',
  'camera-no-video',
  'camera-offline',
  'codec-unsupported-here',
  'origin-forbidden',
  'no-archive-access',
  'no-footage',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** The body of every answer outside 200 to 299. */
export interface ErrorBody {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly details?: Readonly<Record<string, unknown>>;
  };
}

/** HTTP status of each code: 401 no session, 403 visible but not allowed, 404 not visible, 409 conflict, 422 invalid. */
export const errorStatus: Readonly<Record<ErrorCode, number>> = {
  'invalid-request': 422,
  'request-too-large': 413,
  'not-found': 404,
  'unauthorized': 401,
  'session-expired': 401,
  'forbidden': 403,
  'conflict': 409,
  'too-many-requests': 429,
  'internal-error': 500,
  'unavailable': 503,
  'invalid-code': 400,
  'registration-token-invalid': 404,
  'registration-token-used': 409,
  'camera-url-invalid': 422,
  'camera-address-forbidden': 422,
  'camera-host-unknown': 422,
  'camera-unreachable': 422,
  'camera-timeout': 422,
  'camera-not-rtsp': 422,
  'camera-wrong-password': 422,
  'camera-stream-not-found': 422,
  'camera-codec-unsupported': 422,
  'camera-no-video': 422,
  'camera-offline': 409,
  'codec-unsupported-here': 422,
  'origin-forbidden': 403,
  'no-archive-access': 403,
  'no-footage': 404,
};

/** What each error says to a person: what happened and what to do. */
export const errorMessages: Readonly<Record<Locale, Readonly<Record<ErrorCode, string>>>> = {
  en: {
    'invalid-request': 'The request is not valid. Check the highlighted values and try again.',
    'request-too-large': 'The request is too large.',
    'not-found': 'Not found',
    'unauthorized': 'Sign in to continue.',
    'session-expired': 'Authorization session are expired.',
    'forbidden': 'You have no permission to do this.',
    'conflict': 'This was changed meanwhile. Reload and try again.',
    'too-many-requests': 'Too many attempts. Wait a little and try again.',
    'internal-error': 'Something went wrong on the server. Try again later.',
    'unavailable': 'The service is not available right now. Try again in a few seconds.',
    'invalid-code': 'Invalid or expired code',
    'registration-token-invalid': 'The registration has expired. Start adding the camera again.',
    'registration-token-used': 'This registration was used already. Start adding the camera again.',
    'camera-url-invalid': 'This is not a camera address. It looks like rtsp://192.168.1.10:554/stream.',
    'camera-address-forbidden': 'This address is not allowed. The operator of this server decides which networks cameras may be in.',
    'camera-host-unknown': 'There is no host of this name. Check the address for a typing error.',
    'camera-unreachable': 'Nothing answers at this address. Check the IP address and the port, and that the camera is on.',
    'camera-timeout': 'The camera did not answer in time. Check that it is on and in the network.',
    'camera-not-rtsp': 'Something answers at this address, but it is not an RTSP camera. RTSP usually is on port 554.',
    'camera-wrong-password': 'The camera did not accept the user name or the password.',
    'camera-stream-not-found': 'The camera has no stream at this path. Look up the path in the camera’s manual.',
    'camera-codec-unsupported': 'The camera sends video that can’t be played. Switch it to H.264.',
    'camera-no-video': 'The camera answered, but sends no picture.',
    'camera-offline': 'Camera is unavailable',
    'codec-unsupported-here': 'This browser can’t play the camera’s video format.',
    'origin-forbidden': 'This page may not show the camera. Ask for a token for its address.',
    'no-archive-access': 'No access to the archive',
    'no-footage': 'There is no recording at this time.',
  },
  ru: {
    'invalid-request': 'Запрос составлен неверно. Проверьте выделенные значения и повторите.',
    'request-too-large': 'Запрос слишком большой.',
    'not-found': 'Не найдено',
    'unauthorized': 'Войдите, чтобы продолжить.',
    'session-expired': 'Сессия авторизации истекла.',
    'forbidden': 'У вас нет прав на это действие.',
    'conflict': 'Данные уже изменились. Обновите страницу и повторите.',
    'too-many-requests': 'Слишком много попыток. Подождите немного и повторите.',
    'internal-error': 'На сервере что-то пошло не так. Повторите позже.',
    'unavailable': 'Сервис сейчас недоступен. Повторите через несколько секунд.',
    'invalid-code': 'Код неверен или устарел',
    'registration-token-invalid': 'Время регистрации истекло. Начните добавление камеры заново.',
    'registration-token-used': 'Эта регистрация уже использована. Начните добавление камеры заново.',
    'camera-url-invalid': 'Это не адрес камеры. Он выглядит так: rtsp://192.168.1.10:554/stream.',
    'camera-address-forbidden': 'Этот адрес не разрешён. В каких сетях могут быть камеры, решает владелец сервера.',
    'camera-host-unknown': 'Узла с таким именем нет. Проверьте, нет ли опечатки в адресе.',
    'camera-unreachable': 'По этому адресу никто не отвечает. Проверьте IP-адрес, порт и включена ли камера.',
    'camera-timeout': 'Камера не ответила вовремя. Проверьте, что она включена и находится в сети.',
    'camera-not-rtsp': 'По этому адресу отвечает не RTSP-камера. Обычно RTSP работает на порту 554.',
    'camera-wrong-password': 'Камера не приняла имя пользователя или пароль.',
    'camera-stream-not-found': 'У камеры нет потока по этому пути. Уточните путь в инструкции к камере.',
    'camera-codec-unsupported': 'Видео этой камеры нельзя воспроизвести. Переключите её на H.264.',
    'camera-no-video': 'Камера ответила, но не передаёт изображение.',
    'camera-offline': 'Камера недоступна',
    'codec-unsupported-here': 'Этот браузер не воспроизводит видеоформат камеры.',
    'origin-forbidden': 'Эта страница не может показывать камеру. Запросите токен для её адреса.',
    'no-archive-access': 'Нет доступа к архиву',
    'no-footage': 'За это время нет записи.',
  },
};

import { createTranslator } from '@watchpost/sdk-core';
import type { ErrorCode } from '@watchpost/sdk-core';
import { currentLocale } from '../../shared/i18n/i18n.ts';

const en = {
  'camera-offline': 'The camera is unavailable. Check that it is on and connected.',
  'camera-silent': 'The camera did not answer. Check that it is on and connected.',
  'camera-unsupported': 'This camera is not updated from here.',
  'camera-firmware-untrusted': 'The camera does not trust this update. Nothing was changed.',
  'camera-firmware-broken': 'The update arrived damaged or did not start. The camera runs what it had before.',
  other: 'Something went wrong. The camera runs what it had before.',
} as const;

const ru: Readonly<Record<keyof typeof en, string>> = {
  'camera-offline': 'Камера недоступна. Проверьте, что она включена и подключена к сети.',
  'camera-silent': 'Камера не ответила. Проверьте, что она включена и подключена к сети.',
  'camera-unsupported': 'Эта камера обновляется не отсюда.',
  'camera-firmware-untrusted': 'Камера не доверяет этому обновлению. Ничего не изменилось.',
  'camera-firmware-broken': 'Обновление пришло повреждённым или не запустилось. На камере работает прежняя версия.',
  other: 'Что-то пошло не так. На камере работает прежняя версия.',
};

const text = createTranslator({ en, ru }, currentLocale);

/** Returns why a check or an update failed; a response contains only the code. */
export function reasonOf(code: ErrorCode): string {
  return text(isKnown(code) ? code : 'other');
}

function isKnown(code: string): code is keyof typeof en {
  return Object.hasOwn(en, code);
}

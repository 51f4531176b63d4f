import { createTranslator } from '@watchpost/sdk-core';
import { currentLocale } from '../../shared/i18n/i18n.ts';

const en = {
  title: 'Add camera',
  failedTitle: 'The camera was not added',
  leaveTitle: 'Leave without adding?',
  leaveText: 'What you have entered will be lost.',
  leave: 'Leave',
  stay: 'Stay',
} as const;

const ru: Readonly<Record<keyof typeof en, string>> = {
  title: 'Добавить камеру',
  failedTitle: 'Камера не добавлена',
  leaveTitle: 'Уйти, не добавив камеру?',
  leaveText: 'Введённое будет потеряно.',
  leave: 'Уйти',
  stay: 'Остаться',
};

/** They load with the screen, not with the app. */
export const text = createTranslator({ en, ru }, currentLocale);

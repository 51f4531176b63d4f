import { createTranslator } from '@watchpost/sdk-core';
import { currentLocale } from '../../shared/i18n/i18n.ts';

const en = {
  title: 'Firmware', check: 'Check for updates', checking: 'Checking for updates',
  checkFailed: 'Failed to check', retry: 'Try again',
  upToDate: 'The firmware is up to date', available: 'Version {version} is available', size: 'Download: {size}',
  update: 'Update',
  updating: 'Updating the camera', updatingTo: 'Updating to version {version}', step: 'Step {number} of 4', powerOff: 'Do not power off the camera. You can leave this page: the update goes on.',
  request: 'Asking the camera', initial: 'Preparing', download: 'Downloading', install: 'Installing', restart: 'Restarting',
  updateFailed: 'Update failed', done: 'Updated to version {version}',
} as const;

const ru: Readonly<Record<keyof typeof en, string>> = {
  title: 'Прошивка', check: 'Проверить обновления', checking: 'Проверяем обновления',
  checkFailed: 'Не удалось проверить', retry: 'Повторить',
  upToDate: 'Установлена последняя версия прошивки', available: 'Доступна версия {version}', size: 'Объём загрузки: {size}',
  update: 'Обновить',
  updating: 'Обновляем камеру', updatingTo: 'Обновляем до версии {version}', step: 'Шаг {number} из 4', powerOff: 'Не отключайте питание камеры. Эту страницу можно закрыть: обновление продолжится.',
  request: 'Обращаемся к камере', initial: 'Подготовка', download: 'Загрузка', install: 'Установка', restart: 'Перезапуск',
  updateFailed: 'Не удалось обновить', done: 'Обновлено до версии {version}',
};

/** They load with this screen, not with the first one. */
export const text = createTranslator({ en, ru }, currentLocale);

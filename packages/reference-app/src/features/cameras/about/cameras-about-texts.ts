import { createTranslator } from '@watchpost/sdk-core';
import { currentLocale } from '../../../shared/i18n/i18n.ts';

const en = {
  name: 'Name', model: 'Device model', firmwareVersion: 'Firmware version', serialNumber: 'Serial number', appVersion: 'App version', deviceId: 'Device ID',
  copy: 'Copy details', copied: 'Details are copied',
  untold: 'This camera does not tell its model or its firmware.',
  forFullAccess: 'Serial number and device ID are shown to its owner and to everyone with full access.',
  removeHeading: 'Remove camera',
  removeOwner: 'All its recordings and settings are deleted, and everyone it is shared with loses access.',
  removeCustomer: 'It disappears from your account only. To add it again you will need its owner.',
  failed: 'The details could not be loaded',
} as const;

const ru: Readonly<Record<keyof typeof en, string>> = {
  name: 'Название', model: 'Модель', firmwareVersion: 'Версия прошивки', serialNumber: 'Серийный номер', appVersion: 'Версия приложения', deviceId: 'ID устройства',
  copy: 'Скопировать сведения', copied: 'Сведения скопированы',
  untold: 'Эта камера не сообщает модель и версию прошивки.',
  forFullAccess: 'Серийный номер и ID устройства видят владелец и те, у кого полный доступ.',
  removeHeading: 'Удаление камеры',
  removeOwner: 'Все её записи и настройки будут удалены, а у тех, кому она доступна, доступ пропадёт.',
  removeCustomer: 'Она исчезнет только из вашего аккаунта. Чтобы добавить её снова, понадобится владелец.',
  failed: 'Не удалось загрузить сведения',
};

/** They load with this screen, not with the first one. */
export const text = createTranslator({ en, ru }, currentLocale);

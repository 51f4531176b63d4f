import { createTranslator } from '@watchpost/sdk-core';
import { currentLocale } from '../../../shared/i18n/i18n.ts';

const en = {
  title: 'Notify me about camera status',
  label: 'Tell me when the camera is unavailable',
  description: 'You are told when the camera stays away, and when it is back. Only you are: everyone with access chooses for themselves.',
  loadFailed: 'Whether you are notified could not be loaded', retry: 'Try again',
  saveFailed: 'The choice was not saved',
  connected: 'This browser shows the notifications.',
  disconnected: 'Notifications are off in this browser. You would see them on your other devices only.',
  connecting: 'Turning on notifications in this browser…',
  failed: 'Notifications are not turned on in this browser.',
  blocked: 'Notifications are blocked in this browser.',
  unsupported: 'This browser shows no notifications.',
  turnOn: 'Turn on',
} as const;

const ru: Readonly<Record<keyof typeof en, string>> = {
  title: 'Уведомлять о состоянии камеры',
  label: 'Сообщать, если камера недоступна',
  description: 'Вы узнаете, если камера пропадёт надолго, и когда она снова будет на связи. Это только ваш выбор: другие люди с доступом решают сами.',
  loadFailed: 'Не удалось узнать, включены ли уведомления', retry: 'Повторить',
  saveFailed: 'Не удалось сохранить выбор',
  connected: 'Этот браузер показывает уведомления.',
  disconnected: 'В этом браузере уведомления выключены. Вы увидите их только на других своих устройствах.',
  connecting: 'Включаем уведомления в этом браузере…',
  failed: 'В этом браузере уведомления не включены.',
  blocked: 'В этом браузере уведомления заблокированы.',
  unsupported: 'Этот браузер не показывает уведомления.',
  turnOn: 'Включить',
};

/** They load with the dialog, not with the first screen. */
export const text = createTranslator({ en, ru }, currentLocale);

import type { Locale, Translate } from '@watchpost/sdk-core';
import { createTexts } from './texts.ts';

const en = {
  camera: 'Camera picture',
  age: '{time} ago',
  offline: 'Camera is unavailable',
  offlineSince: 'Offline since {time}',
  error: 'The picture can’t be loaded',
  gone: 'Camera not found, or you don’t have access to it.',
  ended: 'Your access has expired. Reload the page.',
};
export type SnapshotMessageKey = keyof typeof en;

const ru: Record<SnapshotMessageKey, string> = {
  camera: 'Изображение с камеры',
  age: '{time} назад',
  offline: 'Камера недоступна',
  offlineSince: 'Не в сети с {time}',
  error: 'Не удалось загрузить изображение',
  gone: 'Камера не найдена, или у вас нет к ней доступа.',
  ended: 'Срок доступа истёк. Обновите страницу.',
};

/** Texts of the snapshot element. */
export function createSnapshotMessages(locale: () => Locale): Translate<SnapshotMessageKey> {
  return createTexts({ en, ru }, locale);
}

import { createTranslator } from '@watchpost/sdk-core';
import type { EventType } from '@watchpost/sdk-core';
import { currentLocale } from '../../shared/i18n/i18n.ts';

const en = {
  heading: 'Events',
  human: 'Person', lineCrossing: 'Line crossed', intrusion: 'Intrusion', motion: 'Motion', vehicle: 'Vehicle', video: 'Video',
  all: 'All',
  today: 'Today', yesterday: 'Yesterday',
  day: 'Day', allDays: 'All days', chooseDay: 'Choose a day', dayWith: '{date}, events', dayWithout: '{date}, no events',
  camera: 'Camera', allCameras: 'All cameras',
  unseen: 'Not seen yet',
  lasted: 'for {duration}',
  goesOn: 'now',
  markAll: 'Mark all as seen',
  older: 'Show earlier',
  loading: 'Loading',
  failed: 'The events could not be loaded',
  retry: 'Try again',
  none: 'Nothing has happened yet',
  noneText: 'As soon as something moves in front of a camera, it is here with its picture and its time.',
  noneCamera: 'Nothing has moved here yet',
  noneCameraText: 'Motion appears here with its picture. A click opens the recording.',
  noneFound: 'Nothing on this day',
  noneFoundText: 'Choose another day or another camera.',
  showAll: 'Show everything',
  notifyTitle: 'Know it at once',
  notifyText: 'Alerts in this browser, or in a chat.',
  notify: 'Set up alerts',
  locations: 'Manage locations',
  types: 'Kinds of events',
  unseenCount: '{count} not seen yet',
  player: 'Recording of the event',
  openCamera: 'Open camera',
  closePlayer: 'Close the player',
} as const;

const ru: Readonly<Record<keyof typeof en, string>> = {
  heading: 'События',
  human: 'Человек', lineCrossing: 'Пересечение линии', intrusion: 'Вторжение', motion: 'Движение', vehicle: 'Автомобиль', video: 'Видео',
  all: 'Все',
  today: 'Сегодня', yesterday: 'Вчера',
  day: 'День', allDays: 'Все дни', chooseDay: 'Выбрать день', dayWith: '{date}, есть события', dayWithout: '{date}, событий нет',
  camera: 'Камера', allCameras: 'Все камеры',
  unseen: 'Ещё не просмотрено',
  lasted: '{duration}',
  goesOn: 'сейчас',
  markAll: 'Отметить все просмотренными',
  older: 'Показать более ранние',
  loading: 'Загрузка',
  failed: 'Не удалось загрузить события',
  retry: 'Повторить',
  none: 'Пока ничего не произошло',
  noneText: 'Как только перед камерой что-то изменится, здесь появятся снимок и время.',
  noneCamera: 'Движения здесь ещё не было',
  noneCameraText: 'Здесь появится движение со снимком. Нажатие откроет запись.',
  noneFound: 'В этот день ничего не было',
  noneFoundText: 'Выберите другой день или другую камеру.',
  showAll: 'Показать всё',
  notifyTitle: 'Узнавайте сразу',
  notifyText: 'Оповещения в этом браузере или в чате.',
  notify: 'Настроить оповещения',
  locations: 'Управление объектами',
  types: 'Виды событий',
  unseenCount: 'Не просмотрено: {count}',
  player: 'Запись события',
  openCamera: 'Открыть камеру',
  closePlayer: 'Закрыть проигрыватель',
};

/** They load with the screens that show events, not with the first one. */
export const text = createTranslator({ en, ru }, currentLocale);

export function typeName(type: EventType): string {
  return text(type);
}

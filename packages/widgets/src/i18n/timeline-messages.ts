import type { Locale, Translate } from '@watchpost/sdk-core';
import { createTexts } from './texts.ts';

const en = {
  timeline: 'Timeline',
  today: 'Today',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  days: '{value} d',
  hours: '{value} h',
  minutes: '{value} min',
  'gap-offline': 'Camera offline',
  'gap-recording-off': 'Recording off',
  'gap-no-plan': 'No plan',
  'gap-disk': 'Disk full',
  'gap-no-motion': 'No motion',
  'gap-deleted': 'Deleted',
  'gap-missing': 'Not on the server',
  'gap-node-away': 'On another server',
  'gap-unknown': 'No recording',
  damaged: 'Damaged pictures',
  misdated: 'Wrong time: the server’s clock was ahead',
  seconds: '{value} s',
  clipStart: 'Start of the clip',
  clipEnd: 'End of the clip',
};
export type TimelineMessageKey = keyof typeof en;

const ru: Record<TimelineMessageKey, string> = {
  timeline: 'Шкала времени',
  today: 'Сегодня',
  zoomIn: 'Увеличить масштаб',
  zoomOut: 'Уменьшить масштаб',
  days: '{value} дн.',
  hours: '{value} ч',
  minutes: '{value} мин',
  'gap-offline': 'Камера не в сети',
  'gap-recording-off': 'Запись выключена',
  'gap-no-plan': 'Нет тарифа',
  'gap-disk': 'Диск заполнен',
  'gap-no-motion': 'Без движения',
  'gap-deleted': 'Удалено',
  'gap-missing': 'Нет на сервере',
  'gap-node-away': 'На другом сервере',
  'gap-unknown': 'Нет записи',
  damaged: 'Повреждённые кадры',
  misdated: 'Неверное время: часы сервера спешили',
  seconds: '{value} с',
  clipStart: 'Начало фрагмента',
  clipEnd: 'Конец фрагмента',
};

/** Texts of the timeline; loaded with it. */
export function createTimelineMessages(locale: () => Locale): Translate<TimelineMessageKey> {
  return createTexts({ en, ru }, locale);
}

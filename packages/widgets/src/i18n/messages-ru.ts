import type { MessageKey } from './messages.ts';

export const ru: Record<MessageKey, string> = {
  live: 'LIVE',
  recorded: 'Запись',
  paused: 'Пауза',
  offlineSince: 'Не в сети с {time}',
  connecting: 'Подключение',
  seconds: '{value} с',
  unavailable: 'Камера недоступна',
  loadingError: 'Ошибка загрузки камеры',
  play: 'Смотреть',
  pause: 'Пауза',
  player: 'Плеер камеры',
  video: 'Изображение с камеры',
};

import { createTranslator } from '@watchpost/sdk-core';
import type { Locale, Translate } from '@watchpost/sdk-core';

const en = {
  live: 'LIVE',
  recorded: 'Recorded {time}',
  paused: 'Paused',
  offlineSince: 'Offline since {time}',
  connecting: 'Connecting',
  seconds: '{value} s',
  unavailable: 'Camera is unavailable',
  tryAgain: 'Try again',
  goLive: 'Go to live',
  play: 'Play',
  pause: 'Pause',
  back: 'Back 5 seconds',
  mute: 'Mute',
  unmute: 'Unmute',
  fullscreen: 'Full screen',
  exitFullscreen: 'Leave full screen',
  player: 'Camera player',
  video: 'Picture of the camera',
  'error-network': 'No connection to the server. Check the network.',
  'error-not-found': 'There is no such camera, or you have no access to it.',
  'error-access': 'You have no access to this camera.',
  'error-session': 'The access has ended. Reload the page.',
  'error-origin': 'This page may not show the camera. Ask for a token for its address.',
  'error-archive': 'No access to the archive',
  'error-footage': 'There is no recording at this time.',
  'error-codec': 'This browser can’t play the camera’s video format.',
  'error-other': 'The video can’t be shown right now.',
};
export type MessageKey = keyof typeof en;

const ru: Record<MessageKey, string> = {
  live: 'LIVE',
  recorded: 'Запись {time}',
  paused: 'Пауза',
  offlineSince: 'Не в сети с {time}',
  connecting: 'Подключение',
  seconds: '{value} с',
  unavailable: 'Камера недоступна',
  tryAgain: 'Повторить',
  goLive: 'К прямому эфиру',
  play: 'Смотреть',
  pause: 'Пауза',
  back: 'Назад на 5 секунд',
  mute: 'Выключить звук',
  unmute: 'Включить звук',
  fullscreen: 'На весь экран',
  exitFullscreen: 'Выйти из полного экрана',
  player: 'Плеер камеры',
  video: 'Изображение с камеры',
  'error-network': 'Нет связи с сервером. Проверьте сеть.',
  'error-not-found': 'Такой камеры нет, или у вас нет к ней доступа.',
  'error-access': 'У вас нет доступа к этой камере.',
  'error-session': 'Доступ закончился. Обновите страницу.',
  'error-origin': 'Эта страница не может показывать камеру. Запросите токен для её адреса.',
  'error-archive': 'Нет доступа к архиву',
  'error-footage': 'За это время нет записи.',
  'error-codec': 'Этот браузер не воспроизводит видеоформат камеры.',
  'error-other': 'Сейчас видео показать нельзя.',
};

export function createMessages(locale: () => Locale): Translate<MessageKey> {
  return createTranslator({ en, ru }, locale);
}

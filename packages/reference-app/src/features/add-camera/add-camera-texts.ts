import { createTranslator } from '@watchpost/sdk-core';
import { currentLocale } from '../../shared/i18n/i18n.ts';

const en = {
  network: 'In your network', byAddress: 'By its address',
  find: 'Find cameras on the network', findHint: 'ONVIF cameras in the same network as the server. Nothing is added by looking.',
  finding: 'Looking for cameras', findAgain: 'Search again',
  found: '{count} camera found | {count} cameras found',
  none: 'No cameras found', noneText: 'Check that the camera is on, is in the same network as the server, and has ONVIF switched on. Or enter its address below.',
  unavailable: 'This server does not look for cameras in its network. Enter the camera’s address below.',
  failed: 'The search failed',
  added: 'Added', unnamed: 'Camera',
  chosenHeading: 'Connect {name}', chosenText: 'Enter the user name and the password of the camera itself. Watchpost finds its streams.',
  another: 'Choose another camera',
} as const;

const ru: Readonly<Record<keyof typeof en, string>> = {
  network: 'В вашей сети', byAddress: 'По адресу',
  find: 'Найти камеры в сети', findHint: 'Камеры с ONVIF в одной сети с сервером. Поиск ничего не добавляет.',
  finding: 'Ищем камеры', findAgain: 'Искать ещё раз',
  found: 'камер не найдено | найдена {count} камера | найдены {count} камеры | найдено {count} камер',
  none: 'Камеры не найдены', noneText: 'Проверьте, что камера включена, находится в одной сети с сервером и что в ней включён ONVIF. Или введите адрес камеры ниже.',
  unavailable: 'Этот сервер не ищет камеры в своей сети. Введите адрес камеры ниже.',
  failed: 'Поиск не удался',
  added: 'Добавлена', unnamed: 'Камера',
  chosenHeading: 'Подключите {name}', chosenText: 'Введите имя пользователя и пароль самой камеры. Потоки Watchpost найдёт сам.',
  another: 'Выбрать другую камеру',
};

/** They load with the screen, not with the app. */
export const text = createTranslator({ en, ru }, currentLocale);

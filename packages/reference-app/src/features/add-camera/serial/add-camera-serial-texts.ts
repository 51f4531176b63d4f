import { createTranslator } from '@watchpost/sdk-core';
import { currentLocale } from '../../../shared/i18n/i18n.ts';

const en = {
  title: 'Add by serial number', about: 'Scan the barcode on the camera, or type the number under it.',
  label: 'Serial number', invalid: 'Invalid serial number', checking: 'Checking the number',
  scan: 'Scan the barcode', stop: 'Stop scanning', video: 'Picture of this device’s camera', aim: 'Hold the barcode in front of the camera', starting: 'Starting the camera',
  noCamera: 'This device has no camera that this page can use. Type the number.', denied: 'This page may not use the camera. Allow it in the browser’s settings for this site, or type the number.', insecure: 'A browser gives its camera to pages with https:// only. Type the number.', broken: 'The camera or the reader could not be started. Type the number.', wrong: 'This code is no serial number.',
  helpTitle: 'Where is the serial number?', help1: 'On the label under the camera, and on its box.', help2: 'camera-agent shows it when it starts, as text and as a barcode; and at port 7654 of its address, in a browser in the same network.',
} as const;

const ru: Readonly<Record<keyof typeof en, string>> = {
  title: 'Добавить по серийному номеру', about: 'Отсканируйте штрихкод на камере или введите номер под ним.',
  label: 'Серийный номер', invalid: 'Неверный серийный номер', checking: 'Проверяем номер',
  scan: 'Сканировать штрихкод', stop: 'Остановить сканирование', video: 'Изображение с камеры этого устройства', aim: 'Держите штрихкод перед камерой', starting: 'Включаем камеру',
  noCamera: 'У этого устройства нет камеры, доступной странице. Введите номер.', denied: 'Странице нельзя использовать камеру. Разрешите это в настройках браузера для этого сайта или введите номер.', insecure: 'Браузер даёт камеру только страницам с https://. Введите номер.', broken: 'Не удалось включить камеру или сканер. Введите номер.', wrong: 'Этот код не серийный номер.',
  helpTitle: 'Где серийный номер?', help1: 'На наклейке под камерой и на её коробке.', help2: 'camera-agent показывает его при запуске текстом и штрихкодом, а также на порту 7654 своего адреса, в браузере той же сети.',
};

/** They load with the screen, not with the app. */
export const text = createTranslator({ en, ru }, currentLocale);

import { createTranslator } from '@watchpost/sdk-core';
import { currentLocale } from '../../../shared/i18n/i18n.ts';

const en = {
  track: 'Steps', trackModel: 'Model', trackSerial: 'Serial number', trackPower: 'Power', trackWifi: 'Wi-Fi', trackCode: 'Code', trackName: 'Name',
  next: 'Continue', retry: 'Try again', otherWay: 'Choose another way',

  deviceTitle: 'What do you want to add?',
  deviceCamera: 'Camera', deviceCameraText: 'A Watchpost camera, or any camera or recorder with ONVIF or RTSP',
  devicePhone: 'Smartphone', devicePhoneText: 'An old phone becomes a camera: open a link on it',
  deviceLink: 'I have a link to a camera',

  modelsTitle: 'Which camera is it?', modelsLoading: 'Loading the list of models', modelsFailed: 'The list of models could not be loaded',
  modelMic: 'Microphone', modelInfrared: 'Sees in the dark', modelNetwork: 'Found in your network', modelCode: 'Set up by a code',
  modelsByAddress: 'Add by IP address',

  waysTitle: 'How do you want to connect it?',
  wayCode: 'Show it a code', wayCodeText: 'The camera reads a QR code from this screen and joins your Wi-Fi by itself.',
  waySerial: 'By its serial number', waySerialText: 'The same, with a code that only your camera can use.',
  wayLocal: 'By its IP address', wayLocalText: 'It is in the network already, and the server reaches it there.',

  linkTitle: 'Add by link', linkText: 'Somebody shared a camera with you? Paste their link.',
  linkLabel: 'Link', linkPlaceholder: 'https://watch.example/s/…', linkIncorrect: 'Link is incorrect', linkForeign: 'This value is not {product} camera link',

  powerTitle: 'Power the camera on',
  power1: 'Put the camera near your router for the set-up.', power2: 'Plug it in and wait until it has started; that takes about a minute.',
  powerResetTitle: 'It was used before: reset it',

  wifiTitle: 'Which Wi-Fi should it join?',
  wifiBand: 'The camera works with 2.4 GHz networks only. It does not see 5 GHz ones.',
  wifiName: 'Network name', wifiNameHint: 'Exactly as your router shows it', wifiNameWrong: 'A network name has at most 32 bytes.', wifiFive: 'This looks like a 5 GHz network. Choose the 2.4 GHz one.',
  wifiPassword: 'Password', wifiPasswordWrong: 'A Wi-Fi password has 8 to 63 letters, digits and signs.', wifiPasswordHint: 'It goes into the code alone: to the camera, not to the server.',
  wifiOpen: 'The network has no password', wifiNone: 'It is on a cable, or in the network already',
} as const;

const ru: Readonly<Record<keyof typeof en, string>> = {
  track: 'Шаги', trackModel: 'Модель', trackSerial: 'Серийный номер', trackPower: 'Питание', trackWifi: 'Wi-Fi', trackCode: 'Код', trackName: 'Название',
  next: 'Продолжить', retry: 'Повторить', otherWay: 'Выбрать другой способ',

  deviceTitle: 'Что вы хотите добавить?',
  deviceCamera: 'Камера', deviceCameraText: 'Камера Watchpost либо любая камера или регистратор с ONVIF или RTSP',
  devicePhone: 'Смартфон', devicePhoneText: 'Старый телефон станет камерой: откройте на нём ссылку',
  deviceLink: 'У меня есть ссылка на камеру',

  modelsTitle: 'Какая это камера?', modelsLoading: 'Загружаем список моделей', modelsFailed: 'Не удалось загрузить список моделей',
  modelMic: 'Микрофон', modelInfrared: 'Видит в темноте', modelNetwork: 'Найдём в вашей сети', modelCode: 'Настройка по коду',
  modelsByAddress: 'Добавить по IP-адресу',

  waysTitle: 'Как её подключить?',
  wayCode: 'Показать ей код', wayCodeText: 'Камера прочитает QR-код с этого экрана и сама подключится к вашему Wi-Fi.',
  waySerial: 'По серийному номеру', waySerialText: 'Так же, но код подойдёт только к вашей камере.',
  wayLocal: 'По IP-адресу', wayLocalText: 'Камера уже в сети, и сервер видит её там.',

  linkTitle: 'Добавить по ссылке', linkText: 'С вами поделились камерой? Вставьте ссылку.',
  linkLabel: 'Ссылка', linkPlaceholder: 'https://watch.example/s/…', linkIncorrect: 'Неверная ссылка', linkForeign: 'Это не ссылка на камеру {product}',

  powerTitle: 'Включите камеру',
  power1: 'На время настройки поставьте камеру рядом с роутером.', power2: 'Подключите питание и подождите около минуты, пока она запустится.',
  powerResetTitle: 'Камерой уже пользовались: сбросьте её',

  wifiTitle: 'К какому Wi-Fi её подключить?',
  wifiBand: 'Камера работает только в сетях 2,4 ГГц. Сети 5 ГГц она не видит.',
  wifiName: 'Имя сети', wifiNameHint: 'Точно так, как его показывает роутер', wifiNameWrong: 'Имя сети занимает не больше 32 байт.', wifiFive: 'Похоже на сеть 5 ГГц. Выберите сеть 2,4 ГГц.',
  wifiPassword: 'Пароль', wifiPasswordWrong: 'Пароль Wi-Fi состоит из 8–63 латинских букв, цифр и знаков.', wifiPasswordHint: 'Он попадёт только в код: его получит камера, но не сервер.',
  wifiOpen: 'Сеть без пароля', wifiNone: 'Камера на кабеле или уже в сети',
};

/** They load with the screen, not with the app. */
export const text = createTranslator({ en, ru }, currentLocale);

import { createTranslator } from '@watchpost/sdk-core';
import { currentLocale } from '../../../shared/i18n/i18n.ts';

const en = {
  section: 'Device', open: 'Device settings', openText: 'Picture, sound, network and time zone, as the camera itself has them',
  title: 'Device settings', network: 'Network', timeZone: 'Time zone',
  back: 'Back', cancel: 'Cancel', retry: 'Retry',
  loading: 'Asking the camera for its settings', loadingText: 'It can take up to 2 minutes for the camera to answer.', timeLeft: '{time} left',
  somethingWrong: 'Something went wrong', requestFailed: 'Request failed', unauthorized: 'Unauthorized',
  changing: 'The camera is changing it…',
  picture: 'Picture', sound: 'Sound', more: 'More',
  microphone: 'Microphone', microphoneText: 'While it is off, nobody hears this camera and nothing is recorded with sound.',
  sensitivity: 'Microphone sensitivity', percent: '{value} %',
  flashlight: 'Flashlight', wiFiOnly: 'Wi-Fi only', wiFiOnlyText: 'The phone sends no video over the mobile network.',
  lens: 'Lens', front: 'Front', rear: 'Rear',
  orientation: 'Orientation', landscape: 'Landscape', portrait: 'Portrait, turned right', upsideDown: 'Upside down', portraitLeft: 'Portrait, turned left',
  mirrorHorizontally: 'Mirror horizontally', mirrorHorizontallyText: 'Left and right change places.', mirrorVertically: 'Mirror vertically', mirrorVerticallyText: 'Top and bottom change places.',
  nightVision: 'Night vision', on: 'On', off: 'Off', auto: 'Auto',
  restart: 'Restart camera', restartText: 'Its picture is away for up to a minute or two.',
  restartTitle: 'Restart the camera?', restartAsk: 'Its picture is away until it is back, up to a minute or two. Nothing is recorded meanwhile; what is recorded already stays.', restarting: 'The camera is restarting',
  little: 'This camera can’t be set from here. Change its picture, sound and network in the camera’s own settings.',
  phoneLittle: 'This phone has nothing that can be set from here.',
  unknownZone: 'Not known', findZone: 'Find a city or an offset', noZone: 'There is no such time zone in the list.', zoneText: 'The clock in the picture and the days of the archive follow it.',
  ethernet: 'Ethernet', wireless: 'Wi-Fi', type: 'Type', name: 'Name', mac: 'MAC address', essid: 'Network name (ESSID)', signal: 'Signal', state: 'State', active: 'Active', inactive: 'Inactive',
  ipMode: 'IP mode', dhcp: 'Automatic (DHCP)', static: 'Static', ip: 'IP address', mask: 'Mask', prefixLength: 'Prefix length', gateway: 'Gateway', primaryDns: 'Primary DNS', secondaryDns: 'Secondary DNS',
  changeNetwork: 'Change', saveNetwork: 'Save', wrongAddress: 'This is not an IPv4 address', wrongMask: 'This is not a mask', wrongGateway: 'The gateway must be in the camera’s own network',
  networkAskTitle: 'Change the camera’s network?', networkAsk: 'The camera may restart. Watchpost follows it to an address that you entered; with an address that is wrong or taken, or one that the router gives it anew, it may be out of reach until it is reset by hand. This takes up to 2 minutes.',
  networkChanged: 'The camera has its new network settings',
} as const;

const ru: Readonly<Record<keyof typeof en, string>> = {
  section: 'Устройство', open: 'Настройки устройства', openText: 'Изображение, звук, сеть и часовой пояс в самой камере',
  title: 'Настройки устройства', network: 'Сеть', timeZone: 'Часовой пояс',
  back: 'Назад', cancel: 'Отмена', retry: 'Повторить',
  loading: 'Запрашиваем настройки у камеры', loadingText: 'Камера может отвечать до 2 минут.', timeLeft: 'осталось {time}',
  somethingWrong: 'Что-то пошло не так', requestFailed: 'Ошибка запроса', unauthorized: 'Нет доступа',
  changing: 'Камера применяет настройку…',
  picture: 'Изображение', sound: 'Звук', more: 'Ещё',
  microphone: 'Микрофон', microphoneText: 'Пока он выключен, камеру никто не слышит, и запись идёт без звука.',
  sensitivity: 'Чувствительность микрофона', percent: '{value} %',
  flashlight: 'Фонарик', wiFiOnly: 'Только Wi-Fi', wiFiOnlyText: 'Телефон не передаёт видео через мобильную сеть.',
  lens: 'Объектив', front: 'Передний', rear: 'Задний',
  orientation: 'Ориентация', landscape: 'Горизонтальная', portrait: 'Вертикальная, поворот вправо', upsideDown: 'Вверх ногами', portraitLeft: 'Вертикальная, поворот влево',
  mirrorHorizontally: 'Отразить по горизонтали', mirrorHorizontallyText: 'Левая и правая стороны меняются местами.', mirrorVertically: 'Отразить по вертикали', mirrorVerticallyText: 'Верх и низ меняются местами.',
  nightVision: 'Ночной режим', on: 'Вкл.', off: 'Выкл.', auto: 'Авто',
  restart: 'Перезагрузить камеру', restartText: 'Изображение пропадёт на минуту-две.',
  restartTitle: 'Перезагрузить камеру?', restartAsk: 'Пока камера не вернётся, а это минута-две, изображения не будет и запись не идёт. То, что уже записано, останется.', restarting: 'Камера перезагружается',
  little: 'Эту камеру нельзя настроить отсюда. Изображение, звук и сеть меняются в её собственных настройках.',
  phoneLittle: 'У этого телефона нет того, что можно настроить отсюда.',
  unknownZone: 'Неизвестен', findZone: 'Найти город или смещение', noZone: 'Такого часового пояса в списке нет.', zoneText: 'По нему идут часы на изображении и начинаются дни архива.',
  ethernet: 'Ethernet', wireless: 'Wi-Fi', type: 'Тип', name: 'Название', mac: 'MAC-адрес', essid: 'Имя сети (ESSID)', signal: 'Сигнал', state: 'Состояние', active: 'Активен', inactive: 'Не активен',
  ipMode: 'Режим IP', dhcp: 'Автоматический (DHCP)', static: 'Статический', ip: 'IP-адрес', mask: 'Маска', prefixLength: 'Длина префикса', gateway: 'Шлюз', primaryDns: 'Основной DNS', secondaryDns: 'Дополнительный DNS',
  changeNetwork: 'Изменить', saveNetwork: 'Сохранить', wrongAddress: 'Это не адрес IPv4', wrongMask: 'Это не маска сети', wrongGateway: 'Шлюз должен быть в одной сети с камерой',
  networkAskTitle: 'Изменить сеть камеры?', networkAsk: 'Камера может перезагрузиться. По введённому адресу Watchpost найдёт её сам, но если адрес неверный или занят либо роутер выдаст другой, камера станет недоступна, пока её не сбросят вручную. Это займёт до 2 минут.',
  networkChanged: 'Настройки сети камеры изменены',
};

/** They load with the settings, not with the first screen. */
export const deviceText = createTranslator({ en, ru }, currentLocale);

import { createTranslator } from '@watchpost/sdk-core';
import { currentLocale } from '../../../shared/i18n/i18n.ts';

const en = {
  preparing: 'Preparing the code', codeLabel: 'Registration code for the camera',
  codeTitle: 'Show this code to the camera', codeDistance: '15 to 30 cm',
  code1: 'Hold the camera 15 to 30 cm (6 to 12 inches) in front of the screen, lens towards the code.', code2: 'Keep it still for 10 seconds, until it says that it has read the code.',
  codeRead: 'It has read the code', codeNothing: 'Nothing happens',
  codeWifi: '{name}, 2.4 GHz', codeNoWifi: 'The network that it has', codeChange: 'Change', codeRenewed: 'New code in {time}',
  codeLocalhost: 'This page is open as {host}. A camera on another device can’t reach the server under this name: open the page by the computer’s own address.',
  helpTitle: 'If nothing happens',
  help1: 'Turn the screen’s brightness up, and avoid reflections on it.', help2: 'Move the camera slowly nearer and farther.', help3: 'Wipe the lens.', help4: 'Check that the camera waits to be added: camera-agent has to run with --scan.',
  helpRenew: 'Make a new code',

  connecting: 'Connecting', connectingText: 'This takes up to 2 minutes. Keep the camera powered and near the router.', connectingLeave: 'You may leave this page: the camera appears in your list by itself.',
  stepToken: 'Registration handed over', stepCode: 'Code read', stepWifiNow: 'Joining the Wi-Fi {name}', stepWifi: 'On Wi-Fi {name}', stepNetworkNow: 'Registering the camera', stepNetwork: 'In the network, and registered', stepPicture: 'First picture',
  backToCode: 'Back to the code', backToAddress: 'Back to the address',

  nameTitle: 'What does it see?', nameText: 'A name by which you find it among others.', nameLabel: 'Name', namePicture: 'First picture of the camera', nameSave: 'Save',
  noPicture: 'The first picture appears here', missing: 'This camera is no longer in your account.',
  doneTitle: '{name} is added', doneText: 'It is live now, and what it sees is recorded.', doneConnecting: 'It is registered. Its first picture may take another moment.', doneWatch: 'Watch live', doneAnother: 'Add another camera', toCameras: 'To all cameras',

  localTitle: 'Add by IP address', localText: 'For a camera that is in the server’s network. It shows its address and serial number when it starts, and your router lists it.',
  localLabel: 'IP address of the camera', localConnect: 'Connect', localBusy: 'Asking the camera', localWrong: 'This is not an address. It looks like 192.168.1.20.',

  failCant: 'Can’t connect to the camera', failOther: 'The camera is connected to another account', failOtherText: 'Contact its owner to remove it.',
  failCode: 'Failed to register camera: {code}', failFirmware: 'The camera needs a firmware update', failFirmwareText: 'Install the newest version on it, then try again. By a code it can be added as it is.', failUnknown: 'An error occured',
  failTimeText: 'It has not been heard of for 2 minutes. Check the Wi-Fi name and password, that the network has 2.4 GHz, and show it a new code.', failExpiredText: 'The time of this registration is over. Show the camera a new code.',
} as const;

const ru: Readonly<Record<keyof typeof en, string>> = {
  preparing: 'Готовим код', codeLabel: 'Код регистрации для камеры',
  codeTitle: 'Покажите этот код камере', codeDistance: 'от 15 до 30 см',
  code1: 'Держите камеру на расстоянии 15–30 см от экрана, объективом к коду.', code2: 'Не двигайте её 10 секунд, пока она не сообщит, что прочитала код.',
  codeRead: 'Она прочитала код', codeNothing: 'Ничего не происходит',
  codeWifi: '{name}, 2,4 ГГц', codeNoWifi: 'Сеть остаётся прежней', codeChange: 'Изменить', codeRenewed: 'Новый код через {time}',
  codeLocalhost: 'Страница открыта как {host}. Камера на другом устройстве не найдёт сервер по этому имени: откройте страницу по адресу самого компьютера.',
  helpTitle: 'Если ничего не происходит',
  help1: 'Сделайте экран ярче и уберите с него блики.', help2: 'Медленно приближайте и отдаляйте камеру.', help3: 'Протрите объектив.', help4: 'Проверьте, что камера ждёт добавления: camera-agent должен работать с --scan.',
  helpRenew: 'Создать новый код',

  connecting: 'Подключаем', connectingText: 'Это займёт до 2 минут. Не выключайте камеру и держите её рядом с роутером.', connectingLeave: 'Можно уйти с этой страницы: камера сама появится в списке.',
  stepToken: 'Регистрация передана', stepCode: 'Код прочитан', stepWifiNow: 'Подключение к Wi-Fi {name}', stepWifi: 'Wi-Fi {name}', stepNetworkNow: 'Регистрация камеры', stepNetwork: 'Камера в сети и зарегистрирована', stepPicture: 'Первый кадр',
  backToCode: 'Вернуться к коду', backToAddress: 'Вернуться к адресу',

  nameTitle: 'Что она видит?', nameText: 'Название, по которому вы найдёте её среди других.', nameLabel: 'Название', namePicture: 'Первый кадр камеры', nameSave: 'Сохранить',
  noPicture: 'Здесь появится первый кадр', missing: 'Этой камеры больше нет в вашем аккаунте.',
  doneTitle: 'Камера «{name}» добавлена', doneText: 'Она уже в эфире, и то, что она видит, записывается.', doneConnecting: 'Камера зарегистрирована. Первый кадр может появиться чуть позже.', doneWatch: 'Смотреть', doneAnother: 'Добавить ещё камеру', toCameras: 'Ко всем камерам',

  localTitle: 'Добавить по IP-адресу', localText: 'Для камеры в одной сети с сервером. Свой адрес и серийный номер она показывает при запуске; адрес виден и в роутере.',
  localLabel: 'IP-адрес камеры', localConnect: 'Подключить', localBusy: 'Запрос к камере', localWrong: 'Это не адрес. Он выглядит так: 192.168.1.20.',

  failCant: 'Не удаётся подключиться к камере', failOther: 'Камера подключена к другому аккаунту', failOtherText: 'Попросите её владельца удалить камеру.',
  failCode: 'Не удалось зарегистрировать камеру: {code}', failFirmware: 'Камере нужно обновление прошивки', failFirmwareText: 'Установите на неё новую версию и повторите. По коду её можно добавить и так.', failUnknown: 'Произошла ошибка',
  failTimeText: 'Камера не отвечает уже 2 минуты. Проверьте имя и пароль Wi-Fi и что в сети есть 2,4 ГГц, и покажите ей новый код.', failExpiredText: 'Время этой регистрации истекло. Покажите камере новый код.',
};

/** They load with the screen, not with the app. */
export const text = createTranslator({ en, ru }, currentLocale);

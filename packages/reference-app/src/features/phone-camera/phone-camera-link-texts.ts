import { createTranslator } from '@watchpost/sdk-core';
import { currentLocale } from '../../shared/i18n/i18n.ts';

const en = {
  heading: 'Open this link on the phone',
  intro: 'The phone’s browser becomes the camera. Nothing is installed.',
  step1: 'Point the phone’s camera at the code, or send yourself the link.',
  step2: 'Allow the camera and the microphone when the browser asks.',
  step3: 'Put the phone where it sees everything, plug in the charger, and leave the page open.',
  code: 'QR code with the link for the phone',
  link: 'Link for the phone', copy: 'Copy link', copied: 'Link copied', send: 'Send link',
  here: 'Use this device instead',
  timeLeft: 'For one phone, for another {time}.',
  back: 'Back',
  failedTitle: 'No link could be made', expiredTitle: 'The link has expired', expiredText: 'No phone has opened it within 10 minutes.', again: 'Make a new link',
  loopback: 'This page is open at an address that only this computer knows. Open Watchpost by its name in the network, so that the phone finds it.',
  insecure: 'This page is open over http. Phones give their camera to https pages only: open Watchpost over https.',
  connecting: 'Connecting the phone', connectingText: 'Its first picture is on the way. This takes a few seconds.',
  stepOpened: 'Link opened', stepAdded: 'Camera added', stepPicture: 'First picture',
  late: 'No picture yet. Look at the phone: it says what it is waiting for.',
  later: 'Go to the camera now', pictureHere: 'The first picture appears here',
  live: 'The phone is a camera now', liveText: 'This is what it sees. Give it a name, such as the room it stands in.',
  name: 'Name', nameHint: 'Up to 100 characters', done: 'Done',
} as const;

const ru: Readonly<Record<keyof typeof en, string>> = {
  heading: 'Откройте эту ссылку на телефоне',
  intro: 'Камерой станет браузер телефона. Устанавливать ничего не нужно.',
  step1: 'Наведите камеру телефона на код или отправьте ссылку себе.',
  step2: 'Разрешите доступ к камере и микрофону, когда браузер спросит.',
  step3: 'Поставьте телефон так, чтобы он видел всё нужное, подключите зарядку и не закрывайте страницу.',
  code: 'QR-код со ссылкой для телефона',
  link: 'Ссылка для телефона', copy: 'Скопировать ссылку', copied: 'Ссылка скопирована', send: 'Отправить ссылку',
  here: 'Использовать это устройство',
  timeLeft: 'Для одного телефона, действует ещё {time}.',
  back: 'Назад',
  failedTitle: 'Не удалось создать ссылку', expiredTitle: 'Срок действия ссылки истёк', expiredText: 'За 10 минут её не открыл ни один телефон.', again: 'Создать новую ссылку',
  loopback: 'Эта страница открыта по адресу, который знает только этот компьютер. Откройте Watchpost по его имени в сети, чтобы телефон его нашёл.',
  insecure: 'Эта страница открыта по http. Телефоны дают доступ к камере только страницам с https: откройте Watchpost по https.',
  connecting: 'Подключаем телефон', connectingText: 'Первый кадр уже в пути. Это займёт несколько секунд.',
  stepOpened: 'Ссылка открыта', stepAdded: 'Камера добавлена', stepPicture: 'Первый кадр',
  late: 'Изображения пока нет. Посмотрите на телефон: там написано, чего он ждёт.',
  later: 'Перейти к камере сейчас', pictureHere: 'Здесь появится первый кадр',
  live: 'Теперь телефон работает как камера', liveText: 'Вот что он видит. Дайте камере имя, например по комнате, где она стоит.',
  name: 'Имя', nameHint: 'До 100 символов', done: 'Готово',
};

/** They load with the screen, not with the app. */
export const linkText = createTranslator({ en, ru }, currentLocale);

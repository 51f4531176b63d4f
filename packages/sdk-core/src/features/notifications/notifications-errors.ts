import type { Locale } from '@watchpost/contract/kernel';
import { WatchpostError } from '../../kernel/errors.ts';
import type { PushErrorCode, WatchpostErrorOptions } from '../../kernel/errors.ts';

/** The push part of the error catalog (specification 1, section 8). It is not in the kernel, so that only pages with push load it. */
export const pushErrorTexts: Readonly<Record<PushErrorCode, Readonly<Record<Locale, string>>>> = {
  'push-permission-blocked': {
    en: 'Notifications are blocked for this site. Allow them in the browser’s settings.',
    ru: 'Уведомления для этого сайта заблокированы. Разрешите их в настройках браузера.',
  },
  'push-permission-dismissed': {
    en: 'The browser’s question was closed without an answer. Turn notifications on again and choose “Allow”.',
    ru: 'Вопрос браузера закрыт без ответа. Включите уведомления ещё раз и выберите «Разрешить».',
  },
  'push-unsupported-browser': {
    en: 'This browser can’t receive push notifications here.',
    ru: 'Этот браузер не может получать здесь push-уведомления.',
  },
  'push-storage-unsupported': {
    en: 'The browser keeps no data of this site, and notifications need it. Leave the private window or allow site data.',
    ru: 'Браузер не хранит данные этого сайта, а без них уведомления не работают. Выйдите из приватного окна или разрешите хранение данных.',
  },
  'push-worker-failed': {
    en: 'The background part of Watchpost could not be started. Reload the page and try again.',
    ru: 'Не удалось запустить фоновую часть Watchpost. Обновите страницу и попробуйте ещё раз.',
  },
  'push-subscribe-failed': {
    en: 'This browser could not be registered for notifications. Check the network and try again.',
    ru: 'Не удалось зарегистрировать этот браузер для уведомлений. Проверьте сеть и попробуйте ещё раз.',
  },
  'push-update-failed': {
    en: 'The push service did not renew this device. Try again later.',
    ru: 'Push-служба не продлила регистрацию этого устройства. Попробуйте позже.',
  },
  'push-unsubscribe-failed': {
    en: 'The push service did not let this device go. Try again.',
    ru: 'Push-служба не отключила это устройство. Попробуйте ещё раз.',
  },
  'push-no-token': {
    en: 'The push service gave this device no address. Try again later.',
    ru: 'Push-служба не выдала адрес для этого устройства. Попробуйте позже.',
  },
  'push-config-missing': {
    en: 'Push is not set up completely on this server. Tell its operator.',
    ru: 'Push-уведомления на этом сервере настроены не полностью. Сообщите его владельцу.',
  },
  'push-installation-not-registered': {
    en: 'This browser is not registered with the push service. Try again.',
    ru: 'Этот браузер не зарегистрирован в push-службе. Попробуйте ещё раз.',
  },
  'push-installation-not-found': {
    en: 'The push service does not know this browser any more. Turn notifications off and on.',
    ru: 'Push-служба больше не знает этот браузер. Выключите уведомления и включите снова.',
  },
  'push-installation-failed': {
    en: 'The push service did not register this browser. Try again later.',
    ru: 'Push-служба не зарегистрировала этот браузер. Попробуйте позже.',
  },
  'push-offline': {
    en: 'There is no network. Notifications are connected once it is back.',
    ru: 'Нет сети. Уведомления подключатся, когда она появится.',
  },
};

/** An error of push, with its own texts. */
export function pushError(code: PushErrorCode, options: WatchpostErrorOptions = {}): WatchpostError {
  return new WatchpostError(code, { message: pushErrorTexts[code].en, ...options, texts: pushErrorTexts[code] });
}

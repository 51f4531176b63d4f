import type { Locale } from '@watchpost/contract/kernel';

/** Nothing got through for a day · for five days, so it was disabled · the receiver answered that it no longer exists. */
export type WebhookProblem = 'failing' | 'given-up' | 'gone';

interface WebhookTexts {
  readonly subject: (host: string) => string;
  readonly heading: string;
  readonly text: (host: string) => string;
  /** What happens now, and what the owner can do. */
  readonly next: string;
}

interface CommonTexts {
  readonly host: string;
  readonly since: string;
  readonly link: string;
}

/** The texts of the e-mail messages about webhooks that don't work. */
export const webhookEmailTexts: Readonly<Record<Locale, Readonly<Record<WebhookProblem, WebhookTexts>> & CommonTexts>> = {
  en: {
    host: 'Receiver',
    since: 'Nothing got through since',
    link: 'See the failed deliveries',
    failing: {
      subject: (host) => `Your webhook to ${host} has been failing for a day`,
      heading: 'A webhook is failing',
      text: (host) => `No delivery to ${host} has got through for a day.`,
      next: 'Each delivery is tried again for three days. If nothing gets through for five days, the webhook is disabled.',
    },
    'given-up': {
      subject: (host) => `Your webhook to ${host} was disabled`,
      heading: 'A webhook was disabled',
      text: (host) => `No delivery to ${host} has got through for five days, so Watchpost stopped calling it.`,
      next: 'When the receiver works again, enable the webhook and send the failed deliveries again.',
    },
    gone: {
      subject: (host) => `Your webhook to ${host} was disabled`,
      heading: 'A webhook was disabled',
      text: (host) => `${host} answered “410 Gone”: it no longer accepts deliveries, so Watchpost stopped calling it.`,
      next: 'If this was a mistake, enable the webhook and send the failed deliveries again.',
    },
  },
  ru: {
    host: 'Получатель',
    since: 'Ничего не доставлено с',
    link: 'Посмотреть недоставленное',
    failing: {
      subject: (host) => `Вебхук на ${host} не работает уже сутки`,
      heading: 'Вебхук не работает',
      text: (host) => `За сутки на ${host} не удалось доставить ни одного сообщения.`,
      next: 'Каждое сообщение отправляется повторно в течение трёх дней. Если за пять дней не будет доставлено ни одно, вебхук отключится.',
    },
    'given-up': {
      subject: (host) => `Вебхук на ${host} отключён`,
      heading: 'Вебхук отключён',
      text: (host) => `За пять дней на ${host} не удалось доставить ни одного сообщения, поэтому Watchpost больше не вызывает этот адрес.`,
      next: 'Когда получатель снова заработает, включите вебхук и отправьте недоставленное ещё раз.',
    },
    gone: {
      subject: (host) => `Вебхук на ${host} отключён`,
      heading: 'Вебхук отключён',
      text: (host) => `${host} ответил «410 Gone»: он больше не принимает сообщения, поэтому Watchpost его не вызывает.`,
      next: 'Если это ошибка, включите вебхук и отправьте недоставленное ещё раз.',
    },
  },
};

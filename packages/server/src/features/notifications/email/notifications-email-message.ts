import type { Locale } from '@watchpost/contract/kernel';
import type { Mail } from '../../../adapters/mail/port.ts';
import { formatClock, formatTime, type EmailMessageReader } from '../../../kernel/email-messages/email-message-dates.ts';
import { composeEmailMessage, type EmailMessagePart } from '../../../kernel/email-messages/email-message.ts';
import type { GroupedEvent } from '../notifications-messages.ts';
import { countText, notificationTexts } from '../notifications-texts.ts';

interface Texts {
  readonly camera: string;
  readonly time: string;
  readonly zone: string;
  /** @param count `3 events` */
  readonly count: (count: string) => string;
  readonly open: string;
  readonly settings: string;
  readonly note: string;
}

const texts: Readonly<Record<Locale, Texts>> = {
  en: {
    camera: 'Camera',
    time: 'Time',
    zone: 'Where',
    count: (count) => `So far there are ${count} at this place. What follows in the next minutes is in Activities, not in another message.`,
    open: 'Watch this moment',
    settings: 'Change or turn off these messages',
    note: 'You chose e-mail for these events of this camera. The link opens its notification settings: there you can pause it or turn e-mail off.',
  },
  ru: {
    camera: 'Камера',
    time: 'Время',
    zone: 'Где',
    count: (count) =>
      `Всего в этом месте уже ${count}. То, что произойдёт в ближайшие минуты, вы найдёте в «Активности»: отдельного письма не будет.`,
    open: 'Смотреть этот момент',
    settings: 'Настроить или отключить эти письма',
    note: 'Вы выбрали письма об этих событиях камеры. По ссылке откроются настройки её уведомлений: там можно поставить их на паузу или отключить письма.',
  },
};

interface AlertFacts {
  readonly shown: GroupedEvent;
  readonly count: number;
  readonly picture: Uint8Array | null;
  /** Where the app is reached; null when unknown. */
  readonly publicUrl: string | null;
  readonly reader: EmailMessageReader;
}

/** Composes the e-mail message about what happened at one place. */
export function alertEmailMessage(to: string, { shown, count, picture, publicUrl, reader }: AlertFacts): Mail {
  const { cameraId, cameraTitle, at, label } = shown;
  const own = texts[reader.locale];
  // A newer version may have stored a type that this one has no name for.
  const what = notificationTexts[reader.locale].events[shown.type] ?? shown.type;
  const parts: EmailMessagePart[] = [];
  if (picture) parts.push({ kind: 'picture', contentId: 'event', description: `${what}: ${cameraTitle}` });
  parts.push({
    kind: 'facts',
    rows: [
      [own.camera, cameraTitle],
      ...(label ? [[own.zone, label] as const] : []),
      // With the zone: its reader may be elsewhere.
      [own.time, formatTime(at, reader)],
    ],
  });
  if (count > 1) parts.push({ kind: 'text', text: own.count(countText(count, reader.locale)) });
  if (publicUrl !== null) {
    const camera = `${publicUrl}/cameras/${encodeURIComponent(cameraId)}`;
    parts.push({ kind: 'link', label: own.open, url: `${camera}?t=${at}` });
    parts.push({ kind: 'link', label: own.settings, url: `${camera}?alerts` });
  }
  parts.push({ kind: 'note', text: own.note });
  const subject = `${what}: ${cameraTitle}, ${formatClock(at, reader, false)}`;
  return {
    to,
    ...composeEmailMessage({ locale: reader.locale, subject, heading: what, parts }),
    ...(picture && { pictures: [{ contentId: 'event', base64: Buffer.from(picture).toString('base64') }] }),
  };
}

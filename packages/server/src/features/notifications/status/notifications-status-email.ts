import { pickLocale, type Locale } from '@watchpost/contract/kernel';
import type { Mail, MailQueue } from '../../../adapters/mail/port.ts';
import type { Db } from '../../../db/database.ts';
import { formatClock, formatTime, type EmailMessageReader } from '../../../kernel/email-messages/email-message-dates.ts';
import { composeEmailMessage, type EmailMessagePart } from '../../../kernel/email-messages/email-message.ts';
import { durationText, type CameraStatusChange } from './notifications-status-messages.ts';
import { statusTexts } from './notifications-status-texts.ts';

interface StatusEmailDeps {
  readonly mail: Pick<MailQueue, 'addWithin'>;
  /** Where the app is reached; null when unknown. */
  readonly publicUrl: string | null;
}

/** A message that is a day late says nothing. */
const expiresAfterMs = 24 * 60 * 60_000;
const customersPerQuery = 500;

const texts: Readonly<Record<Locale, { camera: string; since: string; open: string; settings: string; note: string }>> = {
  en: {
    camera: 'Camera',
    since: 'Since',
    open: 'Open the camera',
    settings: 'Change or turn off these messages',
    note: 'You chose e-mail for the state of this camera. The link opens its notification settings.',
  },
  ru: {
    camera: 'Камера',
    since: 'Когда',
    open: 'Открыть камеру',
    settings: 'Настроить или отключить эти письма',
    note: 'Вы выбрали письма о состоянии этой камеры. По ссылке откроются настройки её уведомлений.',
  },
};

/** Stores an e-mail message about a camera's state for each of these users, within a transaction. @param offlineAt start of the outage, Unix ms */
export async function addStatusEmails(
  transaction: Db,
  { mail, publicUrl }: StatusEmailDeps,
  {
    change,
    offlineAt,
    customerIds,
  }: { readonly change: CameraStatusChange; readonly offlineAt: number; readonly customerIds: readonly string[] },
): Promise<void> {
  const camera = await transaction.selectFrom('cameras').select('time_zone').where('id', '=', change.cameraId).executeTakeFirst();
  for (let start = 0; start < customerIds.length; start += customersPerQuery) {
    const accounts = await transaction
      .selectFrom('customers')
      .select(['email', 'locale', 'time_zone'])
      .where('id', 'in', customerIds.slice(start, start + customersPerQuery))
      .where('deleted_at', 'is', null)
      .execute();
    for (const { email, locale, time_zone: timeZone } of accounts) {
      const reader = { locale: pickLocale(locale), timeZone: timeZone ?? camera?.time_zone ?? null };
      await mail.addWithin(transaction, statusEmailMessage(email, { change, offlineAt, publicUrl, reader }), { expiresAfterMs });
    }
  }
}

interface StatusFacts {
  readonly change: CameraStatusChange;
  readonly offlineAt: number;
  readonly publicUrl: string | null;
  readonly reader: EmailMessageReader;
}

/** Composes the e-mail message that a camera is offline, or is back. */
function statusEmailMessage(to: string, { change, offlineAt, publicUrl, reader }: StatusFacts): Mail {
  const { kind, cameraId, cameraTitle, at } = change;
  const { locale } = reader;
  const own = texts[locale];
  const status = statusTexts[locale];
  const heading = status[kind];
  const parts: EmailMessagePart[] = [
    {
      kind: 'facts',
      rows: [
        [own.camera, cameraTitle],
        // With the zone: its reader may be elsewhere.
        [own.since, formatTime(at, reader)],
      ],
    },
  ];
  if (kind === 'back') parts.push({ kind: 'text', text: status.wasAway(durationText(at - offlineAt, locale)) });
  else if (change.emptyBattery !== null) {
    const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(change.emptyBattery);
    parts.push({ kind: 'text', text: status.emptyBattery(percent) });
  }
  if (publicUrl !== null) {
    const camera = `${publicUrl}/cameras/${encodeURIComponent(cameraId)}`;
    parts.push({ kind: 'link', label: own.open, url: camera }, { kind: 'link', label: own.settings, url: `${camera}?alerts` });
  }
  parts.push({ kind: 'note', text: own.note });
  const subject = `${heading}: ${cameraTitle}, ${formatClock(at, reader, false)}`;
  return { to, ...composeEmailMessage({ locale, subject, heading, parts }) };
}

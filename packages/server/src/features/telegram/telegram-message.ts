import { pickLocale } from '@watchpost/contract/kernel';
import type { EventType } from '@watchpost/contract/schemas/events';
import type { TelegramButton, TelegramMessage } from '../../adapters/telegram/port.ts';
import { formatClock, formatDay } from '../../kernel/email-messages/email-message-dates.ts';
import { telegramTexts } from './telegram-texts.ts';

export interface EventFacts {
  readonly eventId: string;
  readonly type: EventType;
  readonly cameraId: string;
  readonly cameraTitle: string;
  /** IANA name. A film is of a day there, wherever its reader is. */
  readonly cameraTimeZone: string;
  /** Name of the line or zone where it happened; of a timelapse, why there is no film. Null for neither. */
  readonly label: string | null;
  /** Unix ms. */
  readonly at: number;
  /** Events of the place so far, and when the last of them began, Unix ms. */
  readonly count: number;
  readonly lastAt: number;
  /** Whether its reader can play this moment, and say that it was a false alarm. */
  readonly canPlay: boolean;
  readonly canMark: boolean;
}

export interface MessageReader {
  readonly locale: string;
  readonly timeZone: string | null;
}

/** What a pressed button sends back. */
export const snoozeData = 'quiet 60';
export const turnOnData = 'quiet 0';
/** What precedes an event's id. */
export const clipData = 'clip ';
export const falseAlarmData = 'false ';

/** Telegram counts UTF-16 units and refuses a longer caption; names of these lengths leave room for everything else. */
const maxTitle = 200;
const maxLabel = 100;

/**
 * Composes the message about an event.
 * @param publicUrl where the app is reached; without one, or with one that only this machine knows, there is no link
 */
export function eventMessage(
  event: EventFacts,
  reader: MessageReader,
  picture: Uint8Array | null,
  publicUrl: string | null,
): TelegramMessage {
  const locale = pickLocale(reader.locale);
  const texts = telegramTexts[locale];
  const isReport = event.type === 'timelapse';
  // A timelapse without a picture has no film either.
  const noFilm = texts.noTimelapse[event.label === 'failed' ? 'failed' : 'empty'];
  // A newer version may have stored a type that this one has no name for.
  const what = isReport && picture === null ? noFilm : (texts.events[event.type] ?? event.type);
  const heading = `${what}, ${shorten(event.cameraTitle, maxTitle)}`;
  const where = isReport || event.label === null ? [] : [shorten(event.label, maxLabel)];
  const zone = { locale, timeZone: isReport ? event.cameraTimeZone : reader.timeZone };
  const day = formatDay(event.at, zone);
  const updated = event.count > 1 ? [texts.updated(formatClock(event.lastAt, zone, true), event.count)] : [];
  const link = linkTo(event, publicUrl);
  const buttons: TelegramButton[] = [...(link === null ? [] : [{ text: texts.open, url: link }]), { text: texts.snooze, data: snoozeData }];
  const momentButtons: TelegramButton[] = [
    ...(event.canPlay ? [{ text: texts.clip, data: clipData + event.eventId }] : []),
    ...(event.canMark ? [{ text: texts.falseAlarm, data: falseAlarmData + event.eventId }] : []),
  ];
  return {
    text: [heading, ...where, isReport ? day : `${day}, ${formatClock(event.at, zone, true)}`, ...updated].join('\n'),
    boldLength: heading.length,
    picture,
    buttons: isReport || momentButtons.length === 0 ? [buttons] : [buttons, momentButtons],
  };
}

/** A message of text alone. */
export function plainMessage(text: string, buttons: readonly TelegramButton[] = []): TelegramMessage {
  return { text, boldLength: 0, picture: null, buttons: buttons.length > 0 ? [buttons] : [] };
}

/** Cuts a text to UTF-16 units, never inside of a character. @example shorten('Yard', 3) // 'Ya…' */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** Telegram refuses a message with a link to a name without a dot. */
function linkTo({ type, cameraId, at }: EventFacts, publicUrl: string | null): string | null {
  if (publicUrl === null) return null;
  const { hostname } = new URL(publicUrl);
  const path = type === 'timelapse' ? '/activities?q=timelapse' : `/cameras/${encodeURIComponent(cameraId)}?t=${at}`;
  return hostname.includes('.') ? publicUrl + path : null;
}

import type { Locale } from '@watchpost/contract/kernel';

/** The product's default (specification 1, section 9), for an account without a known zone. */
const defaultTimeZone = 'Europe/Moscow';

/** Language and time zone of an e-mail message. The message names the zone: its reader may be elsewhere by then. */
export interface EmailMessageReader {
  readonly locale: Locale;
  /** IANA name. */
  readonly timeZone: string | null;
}

/** @param at Unix milliseconds */
export function formatTime(at: number, reader: EmailMessageReader): string {
  return format(at, reader, { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });
}

/** @param at Unix milliseconds */
export function formatDay(at: number, reader: EmailMessageReader): string {
  return format(at, reader, { day: 'numeric', month: 'long' });
}

/** `16:36`, or `16:36:08`. @param at Unix milliseconds */
export function formatClock(at: number, reader: EmailMessageReader, withSeconds: boolean): string {
  return format(at, reader, { hour: '2-digit', minute: '2-digit', ...(withSeconds && { second: '2-digit' }) });
}

function format(at: number, { locale, timeZone }: EmailMessageReader, parts: Intl.DateTimeFormatOptions): string {
  return keepTogether(
    new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { ...parts, timeZone: timeZone ?? defaultTimeZone }).format(at),
  );
}

/** Prevents line breaks between a day and its month, and between a time and its zone. */
function keepTogether(date: string): string {
  return date.replace(/^(\d+) /, '$1\u00A0').replace(/ (?=\p{Lu}+(?:[+−-][\d:]+)?$)/u, '\u00A0');
}

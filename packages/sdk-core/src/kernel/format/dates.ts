import type { Locale } from '@watchpost/contract/kernel';

/** In which language and time zone times are shown. */
export interface FormatOptions {
  readonly locale: Locale;
  /** IANA name; the reader's own zone by default. */
  readonly timeZone?: string | undefined;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Like `cacheFormatters`, but written out: an embedded player shows times and needs no other formatter. */
export function dateFormatter({ locale, timeZone }: FormatOptions, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, timeZone, options]);
  let found = formatters.get(key);
  if (!found) {
    // English also puts the day before the month, and uses a 24-hour clock.
    found = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { ...options, timeZone });
    formatters.set(key, found);
  }
  return found;
}

/**
 * Formats a time of day.
 * @param options zone: names the zone if the user's own clock shows another time, or if clocks show this one twice; `repeated` only then
 * @param time Unix milliseconds
 * @example formatTime(time, { locale: 'en', timeZone: 'Europe/Moscow' }) // '14:02:11'
 * @example formatTime(time, { locale: 'en', timeZone: 'Europe/Moscow', seconds: false, zone: true }) // '14:02 GMT+3', in Berlin
 */
export function formatTime(
  time: number,
  options: FormatOptions & { readonly seconds?: boolean; readonly zone?: boolean | 'repeated' },
): string {
  const clock = dateFormatter(options, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(options.seconds !== false && { second: '2-digit' }),
  }).format(time);
  return options.zone ? clock + zoneMark(time, options, options.zone === 'repeated') : clock;
}

/**
 * Returns the mark for a time that is not by the user's own clock, or that clocks show twice: a space and the zone's name, or an empty text.
 * @param time Unix milliseconds
 * @param onlyRepeated only if clocks show it twice
 * @example zoneMark(time, { locale: 'en', timeZone: 'Europe/Moscow' }) // ' GMT+3', in Berlin
 */
export function zoneMark(time: number, options: FormatOptions, onlyRepeated = false): string {
  // Clocks agree if they show the same time on the same day; comparing UTC offsets would add code to every embedded player.
  const isOwn = onlyRepeated || onClock(time, options) === onClock(time, { locale: options.locale });
  if (isOwn && !isRepeated(time, options)) return '';
  const name = dateFormatter(options, { hour: 'numeric', timeZoneName: 'short' })
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return `\u00A0${name}`;
}

/**
 * Whether clocks show a time of day twice because they are set back.
 * @param time Unix milliseconds
 * @example isRepeated(Date.UTC(2026, 9, 25, 0, 30), { locale: 'en', timeZone: 'Europe/Berlin' }) // true: 02:30 CEST, and 02:30 CET an hour later
 */
export function isRepeated(time: number, options: FormatOptions): boolean {
  // The hours by which zones set their clocks back: Lord Howe by half of one, Casey by three.
  return [-3, -2, -1, -0.5, 0.5, 1, 2, 3].some((hours) => onClock(time + hours * 3_600_000, options) === onClock(time, options));
}

function onClock(time: number, options: FormatOptions): string {
  return dateFormatter(options, { weekday: 'short', hour: 'numeric', minute: 'numeric' }).format(time);
}

/** Formats a date, with the year on request. @param time Unix milliseconds @example formatDate(time, { locale: 'ru' }) // '21 ноября' */
export function formatDate(time: number, options: FormatOptions & { readonly year?: boolean; readonly month?: 'long' | 'short' }): string {
  return dateFormatter(options, { day: 'numeric', month: options.month ?? 'long', ...(options.year && { year: 'numeric' }) }).format(time);
}

/** Formats a date and its time of day. @param time Unix milliseconds @example formatDateTime(time, { locale: 'en' }) // '21 November, 14:02:11' */
export function formatDateTime(time: number, options: FormatOptions): string {
  return `${formatDate(time, options)}, ${formatTime(time, options)}`;
}

import type { Locale } from '@watchpost/contract/kernel';

export interface FormatOptions {
  readonly locale: Locale;
  /** IANA name; the reader's own zone by default. */
  readonly timeZone?: string | undefined;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** As `cacheFormatters`, by hand: an embedded player shows times and nothing else of these. */
function formatter({ locale, timeZone }: FormatOptions, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, timeZone, options]);
  let found = formatters.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    formatters.set(key, found);
  }
  return found;
}

/** @param time Unix milliseconds @example formatTime(time, { locale: 'en', timeZone: 'Europe/Moscow' }) // '14:02:11' */
export function formatTime(time: number, options: FormatOptions & { readonly seconds?: boolean }): string {
  return formatter(options, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...(options.seconds !== false && { second: '2-digit' }) }).format(time);
}

/** @param time Unix milliseconds @example formatDate(time, { locale: 'ru' }) // '21 ноября' */
export function formatDate(time: number, options: FormatOptions & { readonly year?: boolean }): string {
  return formatter(options, { day: 'numeric', month: 'long', ...(options.year && { year: 'numeric' }) }).format(time);
}

/** @param time Unix milliseconds @example formatDateTime(time, { locale: 'en' }) // '21 November, 14:02:11' */
export function formatDateTime(time: number, options: FormatOptions): string {
  return `${formatDate(time, options)}, ${formatTime(time, options)}`;
}

/** @param duration milliseconds @example formatDuration(62_000) // '1:02' */
export function formatDuration(duration: number): string {
  const seconds = Math.max(0, Math.floor(duration / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

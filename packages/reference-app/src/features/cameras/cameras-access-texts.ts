import { formatDate, formatMoment, formatTime } from '@watchpost/sdk-core';
import type { Camera } from '@watchpost/sdk-core';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { dayOf, knownZone } from '../../shared/time/time-texts.ts';
import { text } from './cameras-texts.ts';

/** From this time before its end on, an access announces it, ms. */
const announceMs = 7 * 86_400_000;

type Zoned = Pick<Camera, 'timeZone'>;

/** Says when the access ends: the time if it ends today, otherwise the day. Null while that is far away, or never. */
export function expiryText({ timeZone }: Zoned, expiresAt: number | null, now: number): string | null {
  if (expiresAt === null || expiresAt - now > announceMs) return null;
  const zone = knownZone(timeZone);
  const options = { locale: currentLocale(), timeZone: zone };
  const isToday = dayOf(expiresAt, now, zone) === 'today';
  return text('accessUntil', {
    time: isToday ? formatTime(expiresAt, { ...options, seconds: false, zone: true }) : formatDate(expiresAt, options),
  });
}

/** Says when the hours open. */
export function opensText({ timeZone }: Zoned, opensAt: number, now: number): string {
  const zone = knownZone(timeZone);
  const time = formatMoment(opensAt, now, { locale: currentLocale(), timeZone: zone });
  return text(dayOf(opensAt, now, zone) === 'today' ? 'opensAt' : 'opensOn', { time });
}

/** Formats minutes of the day as a time. */
export function clockOfMinutes(minutes: number): string {
  return formatTime(minutes * 60_000, { locale: 'en', timeZone: 'UTC', seconds: false });
}

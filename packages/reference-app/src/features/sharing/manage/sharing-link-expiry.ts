import { formatMoment } from '@watchpost/sdk-core';
import type { Invite } from '@watchpost/sdk-core';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { dayText } from '../../../shared/time/time-texts.ts';
import { ownZone } from './sharing-manage-names.ts';
import { text } from './sharing-manage-texts.ts';

/** From this time before its end on, an expiry stands out, ms. */
const soonMs = 3 * 86_400_000;

/** Says when a link ends or ended. */
export function expiryOf(
  { state, expiresAt, revokedAt }: Pick<Invite, 'state' | 'expiresAt' | 'revokedAt'>,
  now: number,
): { readonly text: string; readonly isSoon: boolean } {
  const day = (time: number): string => dayText(time, now, currentLocale(), ownZone());
  if (state === 'revoked')
    return { text: revokedAt === null ? text('inactive') : text('revoked', { time: day(revokedAt) }), isSoon: false };
  if (expiresAt === null) return { text: text('neverExpires'), isSoon: false };
  if (state === 'expired') return { text: text('expired', { time: day(expiresAt) }), isSoon: false };
  return { text: text('until', { time: expiryDay(expiresAt, now) }), isSoon: expiresAt - now < soonMs };
}

/** Formats an end in the user's zone: the time if it is within a day, otherwise the day. */
export function expiryDay(time: number, now: number): string {
  const isToday = time - now < 86_400_000;
  return isToday
    ? formatMoment(time, now, { locale: currentLocale(), timeZone: ownZone() })
    : dayText(time, now, currentLocale(), ownZone());
}

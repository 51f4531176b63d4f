import { formatMoment, formatTime } from '@watchpost/sdk-core';
import type { Invite } from '@watchpost/sdk-core';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { dayOf, dayText, knownZone } from '../../../shared/time/time-texts.ts';
import { text } from './sharing-manage-texts.ts';

/** Returns the part of an address that names a user: "anna.k@northgate.ru" → "anna.k". */
export function shortName(email: string): string {
  return email.split('@')[0] || email;
}

/** Returns a link's label, or its day for a link without one. */
export function linkName({ label, createdAt }: Pick<Invite, 'label' | 'createdAt'>, now: number): string {
  return label || text('unnamedLink', { date: dayText(createdAt, now, currentLocale(), ownZone()) });
}

/** Returns how a user came by their access: the link's label, or whose link it was. */
export function sourceName(source: { readonly label: string; readonly creatorEmail: string } | null): string {
  if (source === null) return text('none');
  return source.label || text('linkBy', { name: shortName(source.creatorEmail) });
}

/** Formats a moment of the past in the user's zone: "Today, 15:20", "Yesterday, 12:34", "20 November, 12:34". */
function pastText(time: number, now: number): string {
  const options = { locale: currentLocale(), timeZone: ownZone() };
  const day = dayOf(time, now, ownZone());
  if (day === 'other') return formatMoment(time, now, options);
  return text(day === 'today' ? 'todayAt' : 'yesterdayAt', { time: formatTime(time, { ...options, seconds: false }) });
}

/** Says when a user last watched. */
export function watchedText(
  { isWatching, lastWatchedAt }: { readonly isWatching: boolean; readonly lastWatchedAt: number | null },
  now: number,
): string {
  if (isWatching) return text('now');
  return lastWatchedAt === null ? text('neverWatched') : pastText(lastWatchedAt, now);
}

/** The reader's own zone. */
export function ownZone(): string {
  return knownZone(new Intl.DateTimeFormat().resolvedOptions().timeZone);
}

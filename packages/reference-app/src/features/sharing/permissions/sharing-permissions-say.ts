import { formatList } from '@watchpost/sdk-core';
import type { Invite, User, Users } from '@watchpost/sdk-core';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { expiryDay } from '../manage/sharing-link-expiry.ts';
import { text } from './sharing-permissions-texts.ts';

/** Links that end within this time are mentioned, ms. */
const soonMs = 7 * 86_400_000;

/** Says who can see how many cameras, who can change them, and which links end soon. */
export function permissionSentences(
  {
    cameraCount,
    users,
    total,
    guests,
    invites,
  }: {
    readonly cameraCount: number;
    readonly users: readonly User[];
    readonly total: number;
    readonly guests: Users['guests'];
    readonly invites: readonly Invite[];
  },
  now: number,
): readonly string[] {
  const guestCount = guests.reduce((sum, { count }) => sum + count, 0);
  const changers = users.filter(({ cameras }) => cameras.some(({ isOwner, grant }) => isOwner || grant?.access === 'full')).length;
  const who = [text('people', { count: total }), ...(guestCount > 0 ? [text('guests', { count: guestCount })] : [])];
  const ending = invites
    .filter(({ state, expiresAt }) => state === 'active' && expiresAt !== null && expiresAt - now < soonMs)
    .map(({ expiresAt }) => expiresAt ?? now)
    .toSorted((one, other) => one - other);
  if (total <= 1 && guestCount === 0) return [text('onlyYou', { count: cameraCount })];
  return [
    text('canSee', { count: cameraCount, who: formatList(who, { locale: currentLocale() }) }),
    text('changers', { count: changers }),
    ...(ending[0] === undefined ? [] : [text('linksEnd', { count: ending.length, time: expiryDay(ending[0], now) })]),
  ];
}

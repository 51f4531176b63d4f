import { cameraCapabilities, formatList } from '@watchpost/sdk-core';
import type { Camera, Invite, User, Users } from '@watchpost/sdk-core';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { expiryDay } from '../manage/sharing-link-expiry.ts';
import { text } from './sharing-permissions-texts.ts';

/** Links that end within this time are mentioned, ms. */
const soonMs = 7 * 86_400_000;

/** Says who can see how many cameras, who can change them, and which links end soon. */
export function permissionSentences(
  {
    cameras,
    users,
    total,
    guests,
    invites,
  }: {
    readonly cameras: readonly Camera[];
    readonly users: readonly User[];
    readonly total: number;
    readonly guests: Users['guests'];
    readonly invites: readonly Invite[];
  },
  now: number,
): readonly string[] {
  const guestCount = guests.reduce((sum, { count }) => sum + count, 0);
  const byId = new Map(cameras.map((camera) => [camera.id, camera]));
  const canChange = ({ cameraId, grant, ...has }: User['cameras'][number]): boolean => {
    const camera = byId.get(cameraId);
    // Hours don't limit who changes settings, and calculating them for hundreds of people on as many cameras takes seconds.
    const allDay = grant && { ...grant, dailyWindow: null };
    return camera !== undefined && cameraCapabilities({ ...camera, ...has, grant: allDay }, now).canChangeSettings;
  };
  const changers = users.filter((user) => user.cameras.some(canChange)).length;
  const who = [text('people', { count: total }), ...(guestCount > 0 ? [text('guests', { count: guestCount })] : [])];
  const ending = invites
    .filter(({ state, expiresAt }) => state === 'active' && expiresAt !== null && expiresAt - now < soonMs)
    .map(({ expiresAt }) => expiresAt ?? now)
    .toSorted((one, other) => one - other);
  if (total <= 1 && guestCount === 0) return [text('onlyYou', { count: cameras.length })];
  return [
    text('canSee', { count: cameras.length, who: formatList(who, { locale: currentLocale() }) }),
    text('changers', { count: changers }),
    ...(ending[0] === undefined ? [] : [text('linksEnd', { count: ending.length, time: expiryDay(ending[0], now) })]),
  ];
}

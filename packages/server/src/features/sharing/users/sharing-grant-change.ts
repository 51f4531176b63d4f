import { isGrantWithin, type Grant } from '@watchpost/contract/access/capabilities';
import type { UpdateCameraUserBody } from '@watchpost/contract/schemas/sharing';
import { AppError } from '../../../kernel/app-error.ts';
import { invalidField } from '../invites/sharing-invite-grant.ts';

interface GrantChange {
  readonly current: Grant;
  readonly change: UpdateCameraUserBody;
  /** The actor's own grant; null for the owner. */
  readonly own: Grant | null;
  /** Whether the actor changes their own access. */
  readonly isSelf: boolean;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Applies a change to a user's grant. A user who manages access can lower anyone's, and raise others' up to what they have themselves; nobody
 * can raise their own.
 * @throws {AppError} share-exceeds-access, invalid-request
 */
export function changeGrant({ current, change, own, isSelf, now }: GrantChange): Grant {
  const {
    access = current.access,
    withAudio = current.withAudio,
    withArchive = current.withArchive,
    archiveFrom = current.archiveFrom,
    archiveUntil = current.archiveUntil,
    withPtz = current.withPtz,
    dailyWindow = current.dailyWindow,
    hasWatermark = current.hasWatermark,
    expiresAt = current.expiresAt,
  } = change;
  const next: Grant = { access, withAudio, withArchive, archiveFrom, archiveUntil, withPtz, dailyWindow, hasWatermark, expiresAt };
  const isLower = isGrantWithin(next, current);
  if (!isLower && (isSelf || !isGrantWithin(next, own))) throw new AppError('share-exceeds-access');
  if (archiveFrom !== null && archiveUntil !== null && archiveFrom >= archiveUntil)
    throw invalidField('archiveUntil', 'The period ends before it begins.');
  if (expiresAt !== null && expiresAt <= now) throw invalidField('expiresAt', 'This time is in the past: revoke the access instead.');
  return next;
}

import { capabilities, isGrantWithin, type CapabilityCamera, type Grant } from '@watchpost/contract/access/capabilities';
import type { ArchiveRange, InviteOptions } from '@watchpost/contract/schemas/sharing';
import type { InvitesTable } from '../../../db/sharing-tables.ts';
import { AppError } from '../../../kernel/app-error.ts';
import { grantColumnsOf, grantOf } from '../../cameras/index.ts';

/** The columns of a link that its creator chooses. */
export type InviteOptionColumns = Omit<InvitesTable, 'id' | 'creator_id' | 'token_hash' | 'created_at' | 'revoked_at'>;

/**
 * Returns what a link gives to a user who accepts it at a moment.
 * @param acceptedAt Unix milliseconds; "from now on" begins then
 */
export function grantOfInvite(row: InviteOptionColumns, acceptedAt: number): Grant {
  const stored = grantOf(row);
  return row.archive_kind === 'from-acceptance' ? { ...stored, archiveFrom: acceptedAt } : stored;
}

export function optionsOf(row: InviteOptionColumns): InviteOptions {
  const { access, withAudio, withArchive, withPtz, dailyWindow, hasWatermark, expiresAt } = grantOf(row);
  return {
    label: row.label,
    access,
    withAudio,
    withArchive,
    archiveRange: rangeOf(row),
    withPtz,
    dailyWindow,
    hasWatermark,
    expiresAt,
    maxUsers: row.max_users,
    maxViewers: row.max_viewers,
    allowsGuests: row.allows_guests === 1,
    hasPicture: row.has_picture === 1,
  };
}

function rangeOf({ archive_kind: kind, archive_from: from, archive_until: until }: InviteOptionColumns): ArchiveRange {
  if (kind !== 'period') return { kind };
  return { kind, from: from ?? 0, until: until ?? 0 };
}

/** The inverse of `optionsOf`. */
export function columnsOf({ archiveRange, ...options }: InviteOptions): InviteOptionColumns {
  const period = archiveRange.kind === 'period' ? archiveRange : { from: null, until: null };
  return {
    ...grantColumnsOf({ ...options, archiveFrom: period.from, archiveUntil: period.until }),
    label: options.label,
    archive_kind: archiveRange.kind,
    max_users: options.maxUsers,
    max_viewers: options.maxViewers,
    allows_guests: options.allowsGuests ? 1 : 0,
    has_picture: options.hasPicture ? 1 : 0,
  };
}

/** @throws {AppError} invalid-request for options that contradict each other or the time */
export function checkOptions({ archiveRange, expiresAt }: InviteOptions, now: number): void {
  const isEmpty = archiveRange.kind === 'period' && archiveRange.from >= archiveRange.until;
  if (isEmpty) throw invalidField('archiveRange', 'The period ends before it begins.');
  if (expiresAt !== null && expiresAt <= now) throw invalidField('expiresAt', 'This time is in the past.');
}

export function invalidField(field: string, message: string): AppError {
  return new AppError('invalid-request', { details: { fields: [{ field, message }] } });
}

/** A camera with what its link's creator has on it. */
export interface CreatorStanding extends CapabilityCamera {
  readonly isOwner: boolean;
  /** Null for the owner, and without access. */
  readonly grant: Grant | null;
}

/** Whether a creator can give this grant on a camera now: they manage its access, and have no less themselves. */
export function canGive(grant: Grant, { isOwner, grant: own, ...camera }: CreatorStanding, now: number): boolean {
  const { canManageAccess } = capabilities(camera, { kind: isOwner ? 'owner' : 'grantee' }, own, now);
  return canManageAccess && isGrantWithin(grant, isOwner ? null : own);
}

/** Whether a user who accepted at some time has exactly what a link gives now. */
export function isSameGrant(had: Grant, given: Grant, archiveKind: InvitesTable['archive_kind']): boolean {
  const begin = archiveKind === 'from-acceptance' && had.archiveFrom !== null ? had.archiveFrom : given.archiveFrom;
  return JSON.stringify(grantColumnsOf(had)) === JSON.stringify(grantColumnsOf({ ...given, archiveFrom: begin }));
}

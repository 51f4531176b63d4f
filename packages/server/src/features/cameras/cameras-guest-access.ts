import { capabilities, isGrantWithin, type Grant } from '@watchpost/contract/access/capabilities';
import type { Db } from '../../db/database.ts';
import type { CameraAccess } from '../../kernel/access/access.ts';
import { grantOf } from './cameras-grants.ts';

interface GuestAccessDeps {
  readonly db: Db;
  /** Resolves the link's creator, who must still be able to share the camera. */
  readonly resolve: (customerId: string, cameraId: string) => Promise<CameraAccess | null>;
}

/**
 * Resolves what a guest of a link can do with one of its cameras now. Returns null when the guest has left, the link ended, it has no
 * guests or not this camera, or its creator can no longer give what it gives.
 */
export async function resolveGuest(
  { db, resolve }: GuestAccessDeps,
  { guestId, inviteId }: { readonly guestId: string; readonly inviteId: string },
  cameraId: string,
  now: number,
): Promise<CameraAccess | null> {
  const row = await db
    .selectFrom('guests')
    .innerJoin('invites', 'invites.id', 'guests.invite_id')
    .innerJoin('invite_cameras', 'invite_cameras.invite_id', 'invites.id')
    .innerJoin('cameras', 'cameras.id', 'invite_cameras.camera_id')
    .innerJoin('customers as creator', 'creator.id', 'invites.creator_id')
    .selectAll('invites')
    .select(['guests.joined_at', 'cameras.platform', 'cameras.time_zone', 'creator.email as creator_email'])
    .where('guests.id', '=', guestId)
    .where('invites.id', '=', inviteId)
    .where('cameras.id', '=', cameraId)
    .where('invites.revoked_at', 'is', null)
    .where('invites.allows_guests', '=', 1)
    .where('creator.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const stored = grantOf(row);
  const grant: Grant = row.archive_kind === 'from-acceptance' ? { ...stored, archiveFrom: row.joined_at } : stored;
  const creator = await resolve(row.creator_id, cameraId);
  if (!creator?.capabilities.canManageAccess || !isGrantWithin(grant, creator.grant)) return null;
  const camera = { platform: row.platform, timeZone: row.time_zone };
  const allowed = capabilities(camera, { kind: 'guest' }, grant, now);
  if (!allowed.isVisible) return null;
  return {
    ...camera,
    cameraId,
    customerId: row.creator_id,
    viewerKind: 'guest',
    grant,
    capabilities: allowed,
    partner: null,
    inviteId,
    maxViewers: row.max_viewers,
    guestId,
    sharedBy: row.creator_email,
    watermark: grant.hasWatermark ? row.label || 'guest' : null,
  };
}

import type { Db } from '../../../db/database.ts';
import type { CamerasTable } from '../../../db/schema.ts';
import type { InvitesTable } from '../../../db/sharing-tables.ts';
import { grantOf } from '../../cameras/index.ts';
import { canGive, grantOfInvite } from './sharing-invite-grant.ts';

/** Which links: one, those of a creator, those of a camera. */
export type InviteScope =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'token'; readonly tokenHash: string }
  | { readonly kind: 'creator'; readonly customerId: string }
  | { readonly kind: 'camera'; readonly cameraId: string }
  /** Those of these cameras that have guests. */
  | { readonly kind: 'guests'; readonly cameraIds: readonly string[] };

export interface InviteRow extends InvitesTable {
  readonly creator_email: string;
}

/** A camera of a link. */
export interface InviteCamera extends Pick<CamerasTable, 'id' | 'title' | 'platform'> {
  readonly ownerId: string;
  readonly timeZone: string;
  /** Whether the creator can give what the link says, now. */
  readonly isShareable: boolean;
}

export interface StoredInvite {
  readonly row: InviteRow;
  /** Those that still exist, oldest first. */
  readonly cameras: readonly InviteCamera[];
  readonly state: 'active' | 'revoked' | 'expired';
}

/**
 * Reads links with their cameras, newest first, in two queries. A link whose creator can share none of its cameras any more counts as
 * revoked, one of a deleted account too.
 */
export async function readInvites(db: Db, scope: InviteScope, now: number): Promise<readonly StoredInvite[]> {
  const rows = await db
    .selectFrom('invites')
    .innerJoin('customers as creator', 'creator.id', 'invites.creator_id')
    .selectAll('invites')
    .select(['creator.email as creator_email', 'creator.deleted_at as creator_deleted_at'])
    .where('invites.id', 'in', idsIn(db, scope))
    .orderBy('invites.created_at', 'desc')
    .orderBy('invites.id', 'desc')
    .execute();
  if (rows.length === 0) return [];
  const cameraRows = Map.groupBy(await readCameraRows(db, scope), ({ invite_id: inviteId }) => inviteId);
  return rows.map(({ creator_deleted_at: creatorDeletedAt, ...row }) => {
    const grant = grantOfInvite(row, now);
    const cameras = (cameraRows.get(row.id) ?? []).map((camera) => ({
      id: camera.camera_id,
      title: camera.title,
      platform: camera.platform,
      timeZone: camera.time_zone,
      ownerId: camera.owner_id,
      isShareable: canGive(
        grant,
        {
          platform: camera.platform,
          timeZone: camera.time_zone,
          isOwner: camera.owner_id === row.creator_id,
          grant: grantOfRow(camera),
        },
        now,
      ),
    }));
    return { row, cameras, state: stateOf(row, cameras, { isCreatorDeleted: creatorDeletedAt !== null, now }) };
  });
}

function stateOf(
  { revoked_at: revokedAt, expires_at: expiresAt }: InvitesTable,
  cameras: readonly InviteCamera[],
  { isCreatorDeleted, now }: { readonly isCreatorDeleted: boolean; readonly now: number },
): StoredInvite['state'] {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  const canStillGive = cameras.length === 0 || cameras.some(({ isShareable }) => isShareable);
  return isCreatorDeleted || !canStillGive ? 'revoked' : 'active';
}

/** Reads how many users have accepted each link, and how many guests it has, by the link's id. */
export async function countInviteUsers(
  db: Db,
  scope: InviteScope,
): Promise<{ readonly users: ReadonlyMap<string, number>; readonly guests: ReadonlyMap<string, number> }> {
  const [users, guests] = await Promise.all(
    (['invite_users', 'guests'] as const).map((table) =>
      db
        .selectFrom(table)
        .select(({ fn }) => ['invite_id', fn.countAll<number>().as('total')])
        .where('invite_id', 'in', idsIn(db, scope))
        .groupBy('invite_id')
        .execute(),
    ),
  );
  const toMap = (rows: typeof users = []): ReadonlyMap<string, number> =>
    new Map(rows.map(({ invite_id: inviteId, total }) => [inviteId, Number(total)]));
  return { users: toMap(users), guests: toMap(guests) };
}

/** Reads the links' cameras with what each link's creator has on them. Cameras of deleted accounts don't exist. */
function readCameraRows(db: Db, scope: InviteScope) {
  return db
    .selectFrom('invite_cameras')
    .innerJoin('invites', 'invites.id', 'invite_cameras.invite_id')
    .innerJoin('cameras', 'cameras.id', 'invite_cameras.camera_id')
    .innerJoin('customers as owner', 'owner.id', 'cameras.owner_id')
    .leftJoin('camera_grants as own', (join) =>
      join.onRef('own.camera_id', '=', 'cameras.id').onRef('own.customer_id', '=', 'invites.creator_id'),
    )
    .select(['invite_cameras.invite_id', 'invite_cameras.camera_id'])
    .select(['cameras.title', 'cameras.platform', 'cameras.time_zone', 'cameras.owner_id'])
    .select(['own.access', 'own.with_audio', 'own.with_archive', 'own.with_ptz', 'own.has_watermark'])
    .select(['own.archive_from', 'own.archive_until', 'own.daily_from', 'own.daily_until', 'own.expires_at'])
    .where('invite_cameras.invite_id', 'in', idsIn(db, scope))
    .where('owner.deleted_at', 'is', null)
    .orderBy('cameras.created_at')
    .orderBy('cameras.id')
    .execute();
}

type CameraRow = Awaited<ReturnType<typeof readCameraRows>>[number];

function grantOfRow({ access, with_audio, with_archive, with_ptz, has_watermark, ...row }: CameraRow) {
  // The columns of a missing grant are null, all of them.
  if (access === null || with_audio === null || with_archive === null || with_ptz === null || has_watermark === null) return null;
  return grantOf({ ...row, access, with_audio, with_archive, with_ptz, has_watermark });
}

function idsIn(db: Db, scope: InviteScope) {
  const ids = db.selectFrom('invites').select('invites.id');
  switch (scope.kind) {
    case 'id':
      return ids.where('invites.id', '=', scope.id);
    case 'token':
      return ids.where('invites.token_hash', '=', scope.tokenHash);
    case 'creator':
      return ids.where('invites.creator_id', '=', scope.customerId);
    case 'camera':
      return ids.where('invites.id', 'in', db.selectFrom('invite_cameras').select('invite_id').where('camera_id', '=', scope.cameraId));
    case 'guests':
      return ids
        .where('invites.id', 'in', db.selectFrom('guests').select('invite_id'))
        .where('invites.id', 'in', db.selectFrom('invite_cameras').select('invite_id').where('camera_id', 'in', scope.cameraIds));
  }
}

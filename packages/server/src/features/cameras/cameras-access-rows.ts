import { capabilities, type CapabilityCamera } from '@watchpost/contract/access/capabilities';
import type { CompiledQuery } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { CamerasTable } from '../../db/schema.ts';
import type { GrantColumns } from '../../db/sharing-tables.ts';
import type { CameraAccess } from '../../kernel/access/access.ts';
import { grantOf } from './cameras-grants.ts';

/** A camera as one customer has it: the owner, the grant, and whose e-mail addresses belong to it. */
export interface AccessRow extends CamerasTable, Nullable<GrantColumns> {
  readonly invite_id: string | null;
  readonly max_viewers: number | null;
  readonly owner_email: string;
  /** Null for a deleted account. */
  readonly viewer_email: string | null;
  /** The creator of the link; null without a link, and for a deleted account. */
  readonly creator_email: string | null;
}
type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null };

/**
 * Reads cameras with what a customer was granted on them, expired or not, oldest first. Cameras of deleted accounts are invisible.
 * @param cameraIds all cameras of the customer if absent
 */
export function readAccessRows(db: Db, customerId: string, cameraIds?: readonly string[]): Promise<AccessRow[]> {
  return accessRows(db, customerId, cameraIds).execute();
}

/**
 * Creates a reader of one camera's row. Every request needs it: building the query takes longer than running it, so it is built once.
 */
export function createAccessRowReader(db: Db): (customerId: string, cameraId: string) => Promise<AccessRow | undefined> {
  const customer = 'the customer';
  const camera = 'the camera';
  const built = accessRows(db, customer, [camera]).compile();
  return async (customerId, cameraId) => {
    const values = new Map<unknown, string>([
      [customer, customerId],
      [camera, cameraId],
    ]);
    const parameters = built.parameters.map((parameter) => values.get(parameter) ?? parameter);
    const { rows } = await db.executeQuery<AccessRow>({ ...built, parameters });
    return rows[0];
  };
}

function accessRows(
  db: Db,
  customerId: string,
  cameraIds?: readonly string[],
): { execute(): Promise<AccessRow[]>; compile(): CompiledQuery<AccessRow> } {
  const query = db
    .selectFrom('cameras')
    .innerJoin('customers as owner', 'owner.id', 'cameras.owner_id')
    .leftJoin('camera_grants', (join) =>
      join.onRef('camera_grants.camera_id', '=', 'cameras.id').on('camera_grants.customer_id', '=', customerId),
    )
    .leftJoin('customers as viewer', (join) =>
      join.onRef('viewer.id', '=', 'camera_grants.customer_id').on('viewer.deleted_at', 'is', null),
    )
    .leftJoin('invites', 'invites.id', 'camera_grants.invite_id')
    .leftJoin('customers as creator', (join) => join.onRef('creator.id', '=', 'invites.creator_id').on('creator.deleted_at', 'is', null))
    .where('owner.deleted_at', 'is', null)
    .selectAll('cameras')
    .select(['camera_grants.invite_id', 'invites.max_viewers'])
    .select(['camera_grants.access', 'camera_grants.with_audio', 'camera_grants.with_archive', 'camera_grants.with_ptz'])
    .select(['camera_grants.archive_from', 'camera_grants.archive_until', 'camera_grants.daily_from', 'camera_grants.daily_until'])
    .select(['camera_grants.has_watermark', 'camera_grants.expires_at'])
    .select(['owner.email as owner_email', 'viewer.email as viewer_email', 'creator.email as creator_email']);
  const own = db.selectFrom('cameras').select('id').where('owner_id', '=', customerId);
  const granted = db.selectFrom('camera_grants').select('camera_id as id').where('customer_id', '=', customerId);
  const chosen = query.where('cameras.id', 'in', cameraIds ?? own.union(granted));
  return chosen.orderBy('cameras.created_at').orderBy('cameras.id');
}

/** Returns null when the customer can't see the camera. */
export function accessOf(row: AccessRow, customerId: string, now: number): CameraAccess | null {
  const camera: CapabilityCamera = { platform: row.platform, timeZone: row.time_zone };
  if (row.owner_id === customerId) return ownerAccess(row.id, customerId, camera);
  const { access, with_audio, with_archive, with_ptz, has_watermark } = row;
  // The columns of a missing grant are null, all of them.
  if (access === null || with_audio === null || with_archive === null || with_ptz === null || has_watermark === null) return null;
  if (row.viewer_email === null) return null;
  const grant = grantOf({ ...row, access, with_audio, with_archive, with_ptz, has_watermark });
  const allowed = capabilities(camera, { kind: 'grantee' }, grant, now);
  if (!allowed.isVisible) return null;
  return {
    ...camera,
    cameraId: row.id,
    customerId,
    viewerKind: 'grantee',
    grant,
    capabilities: allowed,
    partner: null,
    inviteId: row.invite_id,
    maxViewers: row.max_viewers,
    guestId: null,
    sharedBy: row.creator_email ?? row.owner_email,
    watermark: grant.hasWatermark ? row.viewer_email : null,
  };
}

export function ownerAccess(cameraId: string, customerId: string, { platform, timeZone }: CapabilityCamera): CameraAccess {
  return {
    platform,
    timeZone,
    cameraId,
    customerId,
    viewerKind: 'owner',
    grant: null,
    // An owner's rights don't depend on the time.
    capabilities: capabilities({ platform, timeZone }, { kind: 'owner' }, null, 0),
    partner: null,
    inviteId: null,
    maxViewers: null,
    guestId: null,
    sharedBy: null,
    watermark: null,
  };
}

import type { Db } from '../../../db/database.ts';
import type { AccessibleCamera } from '../sharing-cameras.ts';
import { entryBy, grantOfEntry, type AccessChangeRecorder, type SharingActor } from '../sharing-changes.ts';

interface RemovedGrant {
  readonly camera_id: string;
  readonly customer_id: string;
}

/** Removes what users got by a link on cameras that the actor manages; never the actor's own access. */
export async function removeInviteUsers(
  transaction: Db,
  options: {
    readonly actor: SharingActor;
    readonly inviteId: string;
    readonly cameras: readonly AccessibleCamera[];
    readonly at: number;
    readonly record: AccessChangeRecorder;
  },
): Promise<readonly RemovedGrant[]> {
  const { actor, inviteId, cameras, at, record } = options;
  if (cameras.length === 0) return [];
  const byId = new Map(cameras.map((camera) => [camera.access.cameraId, camera]));
  const removed = await transaction
    .deleteFrom('camera_grants')
    .where('invite_id', '=', inviteId)
    .where('camera_id', 'in', [...byId.keys()])
    .where('customer_id', '!=', actor.customerId)
    .returning(['camera_id', 'customer_id'])
    .execute();
  const customerIds = [...new Set(removed.map(({ customer_id: customerId }) => customerId))];
  await closeInvites(transaction, { cameraIds: [...byId.keys()], customerIds, at });
  const emails = await readEmails(transaction, customerIds);
  await record(
    transaction,
    removed.flatMap(({ camera_id: cameraId, customer_id: customerId }) => {
      const camera = byId.get(cameraId);
      const subject = emails.get(customerId) ?? null;
      return camera ? [entryBy(actor, { kind: 'access-revoked', cameraId, grant: grantOfEntry(camera.access), subject })] : [];
    }),
  );
  return removed;
}

/**
 * Closes the links of these cameras that these users have accepted: a user whose access was changed or revoked can't get it back by
 * accepting the same link again, but needs a new one.
 */
export async function closeInvites(
  transaction: Db,
  { cameraIds, customerIds, at }: { readonly cameraIds: readonly string[]; readonly customerIds: readonly string[]; readonly at: number },
): Promise<void> {
  if (cameraIds.length === 0 || customerIds.length === 0) return;
  await transaction
    .updateTable('invite_users')
    .set({ closed_at: at })
    .where('customer_id', 'in', customerIds)
    .where('closed_at', 'is', null)
    .where('invite_id', 'in', transaction.selectFrom('invite_cameras').select('invite_id').where('camera_id', 'in', cameraIds))
    .execute();
}

async function readEmails(db: Db, customerIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (customerIds.length === 0) return new Map();
  const rows = await db.selectFrom('customers').select(['id', 'email']).where('id', 'in', customerIds).execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

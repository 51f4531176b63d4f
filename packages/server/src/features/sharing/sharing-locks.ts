import type { Db } from '../../db/database.ts';
import type { CameraGrantsTable, InvitesTable } from '../../db/sharing-tables.ts';
import { AppError } from '../../kernel/app-error.ts';

// An update locks its rows until the transaction ends, on both databases; SQLite has no "for update".

/** Serializes what a customer does. */
export async function lockCustomer(transaction: Db, customerId: string): Promise<void> {
  await transaction
    .updateTable('customers')
    .set(({ ref }) => ({ locale: ref('locale') }))
    .where('id', '=', customerId)
    .execute();
}

/** Locks a link; undefined when it doesn't exist. */
export function lockInvite(transaction: Db, id: string): Promise<InvitesTable | undefined> {
  return transaction
    .updateTable('invites')
    .set(({ ref }) => ({ label: ref('label') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Locks what a user was granted on a camera, also when it has expired. */
export function lockGrant(transaction: Db, customerId: string, cameraId: string): Promise<CameraGrantsTable | undefined> {
  return grantsOf(transaction, customerId).where('camera_id', '=', cameraId).returningAll().executeTakeFirst();
}

/** Reads what a user was granted on the cameras of a link, expired grants included. */
export function readGrantsOfInvite(db: Db, customerId: string, inviteId: string): Promise<CameraGrantsTable[]> {
  return db
    .selectFrom('camera_grants')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('camera_id', 'in', db.selectFrom('invite_cameras').select('camera_id').where('invite_id', '=', inviteId))
    .execute();
}

/** Locks what a user was granted on the cameras of a link, expired grants included. */
export function lockGrantsOfInvite(transaction: Db, customerId: string, inviteId: string): Promise<CameraGrantsTable[]> {
  return grantsOf(transaction, customerId)
    .where('camera_id', 'in', transaction.selectFrom('invite_cameras').select('camera_id').where('invite_id', '=', inviteId))
    .returningAll()
    .execute();
}

function grantsOf(transaction: Db, customerId: string) {
  return transaction
    .updateTable('camera_grants')
    .set(({ ref }) => ({ created_at: ref('created_at') }))
    .where('customer_id', '=', customerId);
}

/**
 * Runs work again when the database refused it: a camera or an account that is removed at the same moment breaks a reference, and two
 * transactions may wait for each other. The second time, the rows are as the other one left them.
 */
export async function retryOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    return work();
  }
}

import type { Db } from '../../db/database.ts';

/** A device that is signed in, or could be again by its own secret. */
export interface DeviceRow {
  readonly id: string;
  readonly name: string;
  readonly browser: string | null;
  readonly system: string | null;
  readonly signedInAt: number;
  /** Its last sign-in or refresh. */
  readonly lastSeenAt: number;
}

/** The devices of a customer, the last used first. */
export async function listDevices(db: Db, customerId: string): Promise<DeviceRow[]> {
  const rows = await db
    .selectFrom('devices')
    .leftJoin('session_families', (join) =>
      join.onRef('session_families.customer_id', '=', 'devices.customer_id').onRef('session_families.device_id', '=', 'devices.id').on('session_families.revoked_at', 'is', null),
    )
    .select(['devices.id', 'devices.name', 'devices.browser', 'devices.system', 'devices.created_at', 'devices.last_seen_at'])
    .select(({ fn }) => fn.max('session_families.rotated_at').as('rotated_at'))
    .where('devices.customer_id', '=', customerId)
    .groupBy(['devices.id', 'devices.name', 'devices.browser', 'devices.system', 'devices.created_at', 'devices.last_seen_at'])
    .execute();
  return rows
    .map(({ id, name, browser, system, created_at: signedInAt, last_seen_at: seenAt, rotated_at: rotatedAt }) => ({
      id,
      name,
      browser,
      system,
      signedInAt,
      lastSeenAt: Math.max(seenAt, Number(rotatedAt ?? 0)),
    }))
    .sort((a, b) => b.lastSeenAt - a.lastSeenAt || a.id.localeCompare(b.id));
}

/**
 * Ends everything that one device holds: every sign-in on it, and its own secret.
 * @returns whether there was such a device
 */
export function endDevice(db: Db, { customerId, deviceId, at }: { customerId: string; deviceId: string; at: number }): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('session_families')
      .set({ revoked_at: at })
      .where('customer_id', '=', customerId)
      .where('device_id', '=', deviceId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    const { numDeletedRows } = await transaction.deleteFrom('devices').where('customer_id', '=', customerId).where('id', '=', deviceId).executeTakeFirst();
    return numUpdatedRows > 0n || numDeletedRows > 0n;
  });
}

/** Ends every sign-in and every device's secret of a customer. @param request keep: but not this one */
export function endSessions(db: Db, { customerId, at, keep }: { customerId: string; at: number; keep?: { readonly familyId: string; readonly deviceId: string } }): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const families = transaction.updateTable('session_families').set({ revoked_at: at }).where('customer_id', '=', customerId).where('revoked_at', 'is', null);
    await (keep ? families.where('id', '!=', keep.familyId) : families).execute();
    const devices = transaction.deleteFrom('devices').where('customer_id', '=', customerId);
    await (keep ? devices.where('id', '!=', keep.deviceId) : devices).execute();
  });
}

/** The caller's transaction, or one of its own. */
function inTransaction<T>(db: Db, run: (transaction: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? run(db) : db.transaction().execute(run);
}

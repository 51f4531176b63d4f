import type { Db } from '../../db/database.ts';

/** A device that is signed in, or could sign in again with its own secret. */
export interface DeviceRow {
  readonly id: string;
  readonly name: string;
  readonly browser: string | null;
  readonly system: string | null;
  readonly signedInAt: number;
  /** Its last sign-in or refresh. */
  readonly lastSeenAt: number;
}

/** Returns the devices of a customer, the last used first. */
export async function listDevices(db: Db, customerId: string): Promise<DeviceRow[]> {
  const rows = await db
    .selectFrom('devices')
    .leftJoin('session_families', (join) =>
      join
        .onRef('session_families.customer_id', '=', 'devices.customer_id')
        .onRef('session_families.device_id', '=', 'devices.id')
        .on('session_families.revoked_at', 'is', null),
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
 * Ends all sign-ins of a device, and its own secret.
 * @param request staysKnown: it signs out by itself, and the account still knows it
 * @returns whether the device existed
 */
export function endDevice(
  db: Db,
  { customerId, deviceId, at, staysKnown = false }: { customerId: string; deviceId: string; at: number; staysKnown?: boolean },
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    if (!staysKnown)
      await transaction.deleteFrom('known_devices').where('customer_id', '=', customerId).where('device_id', '=', deviceId).execute();
    const { numUpdatedRows } = await transaction
      .updateTable('session_families')
      .set({ revoked_at: at })
      .where('customer_id', '=', customerId)
      .where('device_id', '=', deviceId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    const { numDeletedRows } = await transaction
      .deleteFrom('devices')
      .where('customer_id', '=', customerId)
      .where('id', '=', deviceId)
      .executeTakeFirst();
    return numUpdatedRows > 0n || numDeletedRows > 0n;
  });
}

/**
 * Ends all sign-ins and device secrets of a customer.
 * @param request keep: the session to keep
 */
export function endSessions(
  db: Db,
  { customerId, at, keep }: { customerId: string; at: number; keep?: { readonly familyId: string; readonly deviceId: string } },
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const families = transaction
      .updateTable('session_families')
      .set({ revoked_at: at })
      .where('customer_id', '=', customerId)
      .where('revoked_at', 'is', null);
    await (keep ? families.where('id', '!=', keep.familyId) : families).execute();
    // Approved, but not signed in yet.
    await transaction.deleteFrom('device_authorizations').where('customer_id', '=', customerId).execute();
    const devices = transaction.deleteFrom('devices').where('customer_id', '=', customerId);
    await (keep ? devices.where('id', '!=', keep.deviceId) : devices).execute();
    const known = transaction.deleteFrom('known_devices').where('customer_id', '=', customerId);
    await (keep ? known.where('device_id', '!=', keep.deviceId) : known).execute();
  });
}

/** Runs in the caller's transaction, or in a new one. */
function inTransaction<T>(db: Db, run: (transaction: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? run(db) : db.transaction().execute(run);
}

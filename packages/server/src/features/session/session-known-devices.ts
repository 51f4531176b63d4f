import type { Db } from '../../db/database.ts';

/** A device unused for longer becomes unknown, ms. */
const retentionMs = 365 * 24 * 60 * 60 * 1000;

/** Whether the account of this address has been signed in to on this device. */
export async function isKnownDevice(db: Db, { email, deviceId }: { email: string; deviceId: string }): Promise<boolean> {
  const known = await db
    .selectFrom('known_devices')
    .innerJoin('customers', 'customers.id', 'known_devices.customer_id')
    .select('known_devices.device_id')
    .where('customers.email', '=', email)
    .where('known_devices.device_id', '=', deviceId)
    .executeTakeFirst();
  return known !== undefined;
}

/** Remembers a device that has signed in. */
export async function rememberDevice(
  db: Db,
  { customerId, deviceId, at }: { customerId: string; deviceId: string; at: number },
): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('customer_id', '=', customerId)
    .where('signed_in_at', '<', at - retentionMs)
    .execute();
  await db
    .insertInto('known_devices')
    .values({ customer_id: customerId, device_id: deviceId, signed_in_at: at })
    .onConflict((conflict) => conflict.columns(['customer_id', 'device_id']).doUpdateSet({ signed_in_at: at }))
    .execute();
}

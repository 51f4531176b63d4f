import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import type { PushSubscriptionsTable } from '../../db/notification-tables.ts';

/** A subscribed device, with the language of its signed-in user. */
export interface PushSubscription {
  readonly customerId: string;
  readonly deviceId: string;
  readonly token: string;
  readonly addressHash: string;
  readonly failingSince: number | null;
  /** When the device sent it last, Unix ms. */
  readonly confirmedAt: number;
  readonly locale: string;
}

export interface NotificationsRepository {
  /**
   * Saves a subscription; it replaces the device's earlier one and any other device's with the same address. @returns false when the device
   * is no longer signed in
   */
  save(row: PushSubscriptionsTable): Promise<boolean>;
  remove(customerId: string, deviceId: string): Promise<void>;
  /** Removes it only while it still has exactly this address. */
  removeAddress(subscription: Pick<PushSubscription, 'customerId' | 'deviceId' | 'addressHash'>): Promise<void>;
  setFailingSince(subscription: Pick<PushSubscription, 'customerId' | 'deviceId' | 'addressHash'>, at: number | null): Promise<void>;
  /**
   * Returns the subscriptions of signed-in devices that this sender can serve.
   * @param deviceId null for all devices
   */
  find(customerIds: readonly string[], sender: string, deviceId?: string): Promise<PushSubscription[]>;
}

/** Below the parameter limit of either database. */
const customersPerQuery = 500;

export function createNotificationsRepository({ db, clock }: { db: Db; clock: Clock }): NotificationsRepository {
  const replace = (row: PushSubscriptionsTable): Promise<boolean> =>
    db.transaction().execute(async (transaction) => {
      await transaction
        .deleteFrom('push_subscriptions')
        .where(({ eb, or, and }) =>
          or([
            eb('address_hash', '=', row.address_hash),
            and([eb('customer_id', '=', row.customer_id), eb('device_id', '=', row.device_id)]),
          ]),
        )
        .execute();
      const device = await transaction
        .selectFrom('devices')
        .select('id')
        .where('customer_id', '=', row.customer_id)
        .where('id', '=', row.device_id)
        .executeTakeFirst();
      if (device) await transaction.insertInto('push_subscriptions').values(row).execute();
      return device !== undefined;
    });

  return {
    save: async (row) => {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await replace(row);
        } catch (error) {
          // Two devices save one address simultaneously: the later one finds the row of the earlier at its retry.
          if (attempt === 2) throw error;
        }
      }
    },
    remove: async (customerId, deviceId) =>
      void (await db.deleteFrom('push_subscriptions').where('customer_id', '=', customerId).where('device_id', '=', deviceId).execute()),
    removeAddress: async ({ customerId, deviceId, addressHash }) =>
      void (await db
        .deleteFrom('push_subscriptions')
        .where('customer_id', '=', customerId)
        .where('device_id', '=', deviceId)
        .where('address_hash', '=', addressHash)
        .execute()),
    setFailingSince: async ({ customerId, deviceId, addressHash }, at) =>
      void (await db
        .updateTable('push_subscriptions')
        .set({ failing_since: at })
        .where('customer_id', '=', customerId)
        .where('device_id', '=', deviceId)
        .where('address_hash', '=', addressHash)
        .execute()),

    find: async (customerIds, sender, deviceId) => {
      const found: PushSubscription[] = [];
      for (let start = 0; start < customerIds.length; start += customersPerQuery) {
        const rows = await db
          .selectFrom('push_subscriptions')
          .innerJoin('customers', 'customers.id', 'push_subscriptions.customer_id')
          .select([
            'push_subscriptions.customer_id',
            'push_subscriptions.device_id',
            'token',
            'address_hash',
            'failing_since',
            'push_subscriptions.created_at',
            'customers.locale',
          ])
          .where('push_subscriptions.customer_id', 'in', customerIds.slice(start, start + customersPerQuery))
          .where('sender', '=', sender)
          .$if(deviceId !== undefined, (query) => query.where('push_subscriptions.device_id', '=', deviceId ?? ''))
          // A row outlives its sign-in when that is revoked by other means than signing out: it is ignored then.
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('session_families')
                .select('session_families.id')
                .whereRef('session_families.customer_id', '=', 'push_subscriptions.customer_id')
                .whereRef('session_families.device_id', '=', 'push_subscriptions.device_id')
                .where('session_families.revoked_at', 'is', null)
                .where('session_families.expires_at', '>', clock.now()),
            ),
          )
          .execute();
        for (const row of rows) {
          found.push({
            customerId: row.customer_id,
            deviceId: row.device_id,
            token: row.token,
            addressHash: row.address_hash,
            failingSince: row.failing_since,
            confirmedAt: row.created_at,
            locale: row.locale,
          });
        }
      }
      return found;
    },
  };
}

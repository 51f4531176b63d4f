import { PostgresAdapter } from 'kysely';
import type { Db } from '../../db/database.ts';

/**
 * Runs a transaction that moves money. On SQLite it survives a power cut; on PostgreSQL it does anyway, and what it reads is
 * locked by {@link lockCustomer}.
 */
export function inMoneyTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  return db
    .transaction()
    .setIsolationLevel(isPostgres ? 'read committed' : 'serializable')
    .execute(work);
}

/**
 * Serializes everything that reads and then changes a customer's money or subscriptions, until the transaction ends.
 * @returns false for an unknown customer
 */
export async function lockCustomer(transaction: Db, customerId: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('customers')
    .set(({ ref }) => ({ locale: ref('locale') }))
    .where('id', '=', customerId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

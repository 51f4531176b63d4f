import type { Db } from '../../db/database.ts';
import type { FeedbacksTable } from '../../db/schema.ts';

/** The author, from their session. */
export interface FeedbackAuthor {
  readonly email: string;
  readonly browser: string | null;
  readonly system: string | null;
}

export interface FeedbackRepository {
  /** Returns false when the customer has sent this id before. */
  insert(row: FeedbacksTable): Promise<boolean>;
  /** Returns how many messages were sent since then, and the time of the oldest. */
  countSince(customerId: string, since: number): Promise<{ total: number; oldest: number }>;
  author(customerId: string, deviceId: string | null): Promise<FeedbackAuthor>;
}

export function createFeedbackRepository(db: Db): FeedbackRepository {
  return {
    insert: async (row) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('feedbacks')
        .values(row)
        .onConflict((conflict) => conflict.columns(['customer_id', 'id']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
    countSince: async (customerId, since) => {
      const { total, oldest } = await db
        .selectFrom('feedbacks')
        .select(({ fn }) => [fn.countAll<number>().as('total'), fn.min('created_at').as('oldest')])
        .where('customer_id', '=', customerId)
        .where('created_at', '>', since)
        .executeTakeFirstOrThrow();
      return { total: Number(total), oldest: Number(oldest ?? since) };
    },
    author: async (customerId, deviceId) => {
      const { email } = await db.selectFrom('customers').select('email').where('id', '=', customerId).executeTakeFirstOrThrow();
      const device = await db
        .selectFrom('devices')
        .select(['browser', 'system'])
        .where('customer_id', '=', customerId)
        .where('id', '=', deviceId ?? '')
        .executeTakeFirst();
      return { email, browser: device?.browser ?? null, system: device?.system ?? null };
    },
  };
}

import type { Db } from '../../../db/database.ts';

/** Deliveries of one webhook. */
const maxDeliveries = 10_000;
/** A look at the database for every so many new ones. */
const interval = 100;

/**
 * Keeps the deliveries of a webhook bounded, dropping the oldest.
 * @returns a function to call after each new delivery
 */
export function createTrim(db: Db, limits: { readonly max: number; readonly every: number } = { max: maxDeliveries, every: interval }) {
  const added = new Map<string, number>();
  return async (webhookId: string): Promise<void> => {
    const count = (added.get(webhookId) ?? 0) + 1;
    if (count < limits.every) return void added.set(webhookId, count);
    added.delete(webhookId);
    const oldestKept = await db
      .selectFrom('webhook_deliveries')
      .select('created_at')
      .where('webhook_id', '=', webhookId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset(limits.max - 1)
      .limit(1)
      .executeTakeFirst();
    if (!oldestKept) return;
    await db.deleteFrom('webhook_deliveries').where('webhook_id', '=', webhookId).where('created_at', '<', oldestKept.created_at).execute();
  };
}

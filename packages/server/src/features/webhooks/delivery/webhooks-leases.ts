import type { Db } from '../../../db/database.ts';
import type { WebhooksTable } from '../../../db/webhook-tables.ts';

// A webhook's deliveries are sent by one process at a time: the one with the lease, which ends by itself after a crash. Everything that adds
// deliveries locks the webhook first, so that none is overlooked when the lease is given back. An update locks its row on both databases.

/** Longer than an attempt; after a crash its delivery is sent again when this is over, ms. */
const leaseMs = 60_000;

/** Which webhooks this process can't serve now. */
export interface Busy {
  readonly webhookIds: readonly string[];
  readonly customerIds: readonly string[];
}

/** Takes the webhook that has been due longest; undefined when there is none. @param lease a new id */
export async function claimWebhook(db: Db, lease: string, busy: Busy, now: number): Promise<WebhooksTable | undefined> {
  for (;;) {
    const due = await dueWebhooks(db, busy).where('due_at', '<=', now).select('id').executeTakeFirst();
    if (!due) return undefined;
    const claimed = await db
      .updateTable('webhooks')
      .set({ lease, due_at: now + leaseMs })
      .where('id', '=', due.id)
      .where('is_enabled', '=', 1)
      .where('due_at', '<=', now)
      .returningAll()
      .executeTakeFirst();
    // Another process was faster: there may be others.
    if (claimed) return claimed;
  }
}

/** Returns when the next webhook that is not busy is due, Unix ms; null for none. */
export async function nextDueAt(db: Db, busy: Busy): Promise<number | null> {
  return (await dueWebhooks(db, busy).select('due_at').executeTakeFirst())?.due_at ?? null;
}

function dueWebhooks(db: Db, { webhookIds, customerIds }: Busy) {
  return db
    .selectFrom('webhooks')
    .where('due_at', 'is not', null)
    .where('is_enabled', '=', 1)
    .$if(webhookIds.length > 0, (query) => query.where('id', 'not in', webhookIds))
    .$if(customerIds.length > 0, (query) => query.where('customer_id', 'not in', customerIds))
    .orderBy('due_at')
    .limit(1);
}

/** Prolongs the lease and reads the webhook again; undefined when it was lost, disabled or removed. */
export function renewLease(db: Db, webhookId: string, lease: string, now: number): Promise<WebhooksTable | undefined> {
  return db
    .updateTable('webhooks')
    .set({ due_at: now + leaseMs })
    .where('id', '=', webhookId)
    .where('lease', '=', lease)
    .where('is_enabled', '=', 1)
    .returningAll()
    .executeTakeFirst();
}

/** Gives the lease back; the webhook is due again with its next delivery, behind those that are waiting. */
export function releaseLease(db: Db, webhookId: string, lease: string, now: number): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const held = await transaction
      .updateTable('webhooks')
      .set({ lease: null, due_at: null })
      .where('id', '=', webhookId)
      .where('lease', '=', lease)
      .returning('id')
      .executeTakeFirst();
    if (held) await makeDue(transaction, webhookId, now);
  });
}

/** Sets when a locked webhook without a lease is due, from its deliveries; a disabled one is never due. */
export async function makeDue(transaction: Db, webhookId: string, now: number): Promise<void> {
  // A statement of its own after the lock: it sees what others have added until then.
  const next = await transaction
    .selectFrom('webhook_deliveries')
    .select('due_at')
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'pending')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  await transaction
    .updateTable('webhooks')
    .set({ due_at: next?.due_at === undefined || next.due_at === null ? null : Math.max(next.due_at, now) })
    .where('id', '=', webhookId)
    .where('is_enabled', '=', 1)
    .execute();
}

/**
 * Locks webhooks until the transaction ends and makes them due, unless their deliveries are being sent: then the sender looks again.
 * @param ids in their order, so that two transactions don't wait for each other
 * @returns those that exist and are enabled
 */
export async function wakeWebhooks(transaction: Db, ids: readonly string[], now: number): Promise<string[]> {
  const found: string[] = [];
  for (const id of ids) {
    const row = await transaction
      .updateTable('webhooks')
      .set(({ eb, ref }) => ({
        due_at: eb
          .case()
          .when(eb.and([eb('lease', 'is', null), eb.or([eb('due_at', 'is', null), eb('due_at', '>', now)])]))
          .then(eb.cast<number>(eb.val(now), 'bigint'))
          .else(ref('due_at'))
          .end(),
      }))
      .where('id', '=', id)
      .where('is_enabled', '=', 1)
      .returning('id')
      .executeTakeFirst();
    if (row) found.push(row.id);
  }
  return found;
}

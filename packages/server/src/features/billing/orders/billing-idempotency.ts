import { createHash } from 'node:crypto';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../kernel/app-error.ts';

/** A running request that has not ended by then was lost with its process, ms. */
const leaseMs = 60_000;
const keptMs = 24 * 60 * 60_000;

interface IdempotentCall {
  readonly customerId: string;
  /** The caller's `Idempotency-Key`. */
  readonly key: string;
  /** What is called, with its parameters. */
  readonly call: string;
  readonly body: unknown;
}

/** Keeps the answer of a call within the transaction of its work, so that both or neither survive. */
export type KeepAnswer<T> = (transaction: Db, answer: T) => Promise<void>;

export interface Idempotency {
  /**
   * Does the work of a key once, and answers the same for 24 hours.
   * @param work passes its answer to `keep`; when it fails, the key can be used again
   * @throws {AppError} idempotency-key-reused for another call or body; payment-in-progress while the first is running
   */
  run<T>(call: IdempotentCall, schema: z.ZodType<T>, work: (keep: KeepAnswer<T>) => Promise<T>): Promise<T>;
  /** Deletes answers that are older than 24 hours. */
  forgetOld(): Promise<void>;
}

export function createIdempotency({ db, clock }: { readonly db: Db; readonly clock: Clock }): Idempotency {
  /** @returns the answer of an earlier request; null when this one must do the work */
  const claim = async (customerId: string, key: string, hash: string): Promise<string | null> => {
    for (;;) {
      const now = clock.now();
      const fresh = { request_hash: hash, answer: null, expires_at: now + leaseMs };
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('billing_requests')
        .values({ customer_id: customerId, key, ...fresh })
        .onConflict((conflict) => conflict.columns(['customer_id', 'key']).doNothing())
        .executeTakeFirst();
      if ((numInsertedOrUpdatedRows ?? 0n) > 0n) return null;
      const known = await db
        .selectFrom('billing_requests')
        .selectAll()
        .where('customer_id', '=', customerId)
        .where('key', '=', key)
        .executeTakeFirst();
      if (!known) continue;
      if (known.expires_at > now) {
        if (known.request_hash !== hash) throw new AppError('idempotency-key-reused');
        if (known.answer === null) throw new AppError('payment-in-progress', { retryAfter: 1 });
        return known.answer;
      }
      const { numUpdatedRows } = await db
        .updateTable('billing_requests')
        .set(fresh)
        .where('customer_id', '=', customerId)
        .where('key', '=', key)
        .where('expires_at', '=', known.expires_at)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return null;
    }
  };

  return {
    run: async ({ customerId, key, call, body }, schema, work) => {
      const hash = createHash('sha256')
        .update(JSON.stringify([call, body]))
        .digest('base64url');
      const earlier = await claim(customerId, key, hash);
      if (earlier !== null) return schema.parse(JSON.parse(earlier));
      try {
        return await work(async (transaction, answer) => {
          await transaction
            .updateTable('billing_requests')
            .set({ answer: JSON.stringify(answer), expires_at: clock.now() + keptMs })
            .where('customer_id', '=', customerId)
            .where('key', '=', key)
            .execute();
        });
      } catch (error) {
        await db
          .deleteFrom('billing_requests')
          .where('customer_id', '=', customerId)
          .where('key', '=', key)
          .where('answer', 'is', null)
          .execute();
        throw error;
      }
    },
    forgetOld: async () => {
      await db.deleteFrom('billing_requests').where('expires_at', '<=', clock.now()).execute();
    },
  };
}

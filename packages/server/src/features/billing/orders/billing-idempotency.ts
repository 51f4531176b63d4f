import { createHash } from 'node:crypto';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../kernel/app-error.ts';

/** A running request that has not renewed its claim by then was lost with its process, ms. */
const leaseMs = 6000;
const renewalMs = leaseMs / 3;
const keptMs = 24 * 60 * 60_000;

interface IdempotentCall {
  readonly customerId: string;
  /** The caller's `Idempotency-Key`. */
  readonly key: string;
  /** What is called, with its parameters. */
  readonly call: string;
  readonly body: unknown;
}

/**
 * Keeps the answer of a call within the transaction of its work, so that both or neither survive.
 * @throws {AppError} payment-in-progress when another request has taken the key over meanwhile
 */
export type KeepAnswer<T> = (transaction: Db, answer: T) => Promise<void>;

export interface Idempotency {
  /**
   * Does the work of a key once, and answers the same for 24 hours. The key of a process that was killed is free again after seconds.
   * @param work passes its answer to `keep`; when it fails, the key can be used again
   * @throws {AppError} idempotency-key-reused for another call or body; payment-in-progress while the first is running
   */
  run<T>(call: IdempotentCall, schema: z.ZodType<T>, work: (keep: KeepAnswer<T>) => Promise<T>): Promise<T>;
  /** Deletes answers that are older than 24 hours. */
  forgetOld(): Promise<void>;
}

/** A key of which this process does the work. */
interface Claim {
  /**
   * When it ends unless it is renewed, Unix ms: what distinguishes it from the claim of another process, which begins later. Two values while a
   * renewal is on its way, because a transaction must not wait for it.
   */
  readonly ends: () => readonly number[];
  readonly release: () => void;
}

export function createIdempotency({ db, clock }: { readonly db: Db; readonly clock: Clock }): Idempotency {
  /** @returns the answer of an earlier request, or the end of the claim of this one, which must do the work */
  const claim = async (customerId: string, key: string, hash: string): Promise<string | number> => {
    for (;;) {
      const now = clock.now();
      const expiresAt = now + leaseMs;
      const fresh = { request_hash: hash, answer: null, expires_at: expiresAt };
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('billing_requests')
        .values({ customer_id: customerId, key, ...fresh })
        .onConflict((conflict) => conflict.columns(['customer_id', 'key']).doNothing())
        .executeTakeFirst();
      if ((numInsertedOrUpdatedRows ?? 0n) > 0n) return expiresAt;
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
      if (numUpdatedRows > 0n) return expiresAt;
    }
  };

  /** Renews a claim for as long as its work takes: a payment service may need longer than a process that was killed should block its keys. */
  const hold = (customerId: string, key: string, expiresAt: number): Claim => {
    let ends: readonly number[] = [expiresAt];
    let cancel = (): void => undefined;
    const schedule = (end: number): void => {
      cancel = clock.after(renewalMs, () => void renew(end));
    };
    const renew = async (end: number): Promise<void> => {
      const next = Math.max(end + 1, clock.now() + leaseMs);
      ends = [end, next];
      let isLost = false;
      try {
        const { numUpdatedRows } = await db
          .updateTable('billing_requests')
          .set({ expires_at: next })
          .where('customer_id', '=', customerId)
          .where('key', '=', key)
          .where('expires_at', '=', end)
          .where('answer', 'is', null)
          .executeTakeFirst();
        isLost = numUpdatedRows === 0n;
      } catch {
        // Whether it arrived is not known: both stay possible, and the work fails by itself without a database.
        return;
      }
      if (isLost || isReleased) return;
      ends = [next];
      schedule(next);
    };
    let isReleased = false;
    schedule(expiresAt);
    return {
      ends: () => ends,
      release: () => {
        isReleased = true;
        cancel();
      },
    };
  };

  return {
    run: async ({ customerId, key, call, body }, schema, work) => {
      const hash = createHash('sha256')
        .update(JSON.stringify([call, body]))
        .digest('base64url');
      const earlier = await claim(customerId, key, hash);
      if (typeof earlier === 'string') return schema.parse(JSON.parse(earlier));
      const held = hold(customerId, key, earlier);
      try {
        return await work(async (transaction, answer) => {
          const { numUpdatedRows } = await transaction
            .updateTable('billing_requests')
            .set({ answer: JSON.stringify(answer), expires_at: clock.now() + keptMs })
            .where('customer_id', '=', customerId)
            .where('key', '=', key)
            .where('answer', 'is', null)
            .where('expires_at', 'in', [...held.ends()])
            .executeTakeFirst();
          if (numUpdatedRows === 0n) throw new AppError('payment-in-progress', { retryAfter: 1 });
        });
      } catch (error) {
        await db
          .deleteFrom('billing_requests')
          .where('customer_id', '=', customerId)
          .where('key', '=', key)
          .where('answer', 'is', null)
          .where('expires_at', 'in', [...held.ends()])
          .execute();
        throw error;
      } finally {
        held.release();
      }
    },
    forgetOld: async () => {
      await db.deleteFrom('billing_requests').where('expires_at', '<=', clock.now()).execute();
    },
  };
}

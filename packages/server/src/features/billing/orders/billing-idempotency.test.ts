import { createManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../../testing/databases.ts';
import { insertCustomer } from '../../../testing/people.ts';
import { createIdempotency, type KeepAnswer } from './billing-idempotency.ts';

describeDatabases('a key', (engine) => {
  let database: TestDatabase;
  let customerId: string;
  const clock = createManualClock(Date.UTC(2026, 0, 31, 12));
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    customerId = await insertCustomer(database.db, 'anna@example.com');
  });
  afterEach(() => database.close());

  /** A process with a request whose work ends when the test says so. */
  function begin(name: string) {
    const { db } = database;
    const started = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const work = async (keep: KeepAnswer<string>): Promise<string> => {
      started.resolve();
      await end.promise;
      return db.transaction().execute(async (transaction) => {
        await keep(transaction, name);
        return name;
      });
    };
    const answer = createIdempotency({ db, clock }).run({ customerId, key: 'k'.repeat(16), call: 'topUp', body: {} }, z.string(), work);
    answer.catch(() => undefined);
    return { answer, end: end.resolve, started: started.promise };
  }
  const expiry = async () => (await database.db.selectFrom('billing_requests').select('expires_at').executeTakeFirstOrThrow()).expires_at;

  test('is held for as long as its work takes, and then answers the same', async () => {
    const first = begin('first');
    await first.started;
    for (let renewal = 0; renewal < 10; renewal += 1) {
      const before = await expiry();
      clock.advance(2000);
      await expect.poll(expiry).toBeGreaterThan(before);
      await expect(begin('second').answer).rejects.toMatchObject({ code: 'payment-in-progress' });
    }
    first.end();
    expect(await first.answer).toBe('first');
    expect(await begin('second').answer).toBe('first');
  });

  test('of a process that was killed is free after six seconds, and not before', async () => {
    const killed = begin('killed');
    await killed.started;
    // Without its timers: the process is gone.
    clock.setWallClock(clock.now() + 5999);
    await expect(begin('second').answer).rejects.toMatchObject({ code: 'payment-in-progress' });
    clock.setWallClock(clock.now() + 1);
    const next = begin('next');
    await next.started;
    // Were it not killed but stopped for a while, its work would be undone.
    killed.end();
    await expect(killed.answer).rejects.toMatchObject({ code: 'payment-in-progress' });
    next.end();
    expect(await next.answer).toBe('next');
    expect(await begin('later').answer).toBe('next');
  });
});

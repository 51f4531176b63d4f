import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabaseWait, inBackground, withDatabaseWait } from '../kernel/limits/database-wait.ts';
import { createTestDatabase, type TestDatabase } from '../testing/databases.ts';
import type { Db } from './database.ts';

describe.skipIf(process.env['WATCHPOST_TEST_POSTGRES_URL'] === undefined)('connections to PostgreSQL', () => {
  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => ({ db } = database = await createTestDatabase('postgres')));
  afterAll(() => database.close());

  const asRequest = <T>(work: () => Promise<T>, totalMs?: number): Promise<T> =>
    withDatabaseWait(createDatabaseWait(undefined, totalMs), work);
  const sleep = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(db);
  const customer = (id: string) => ({ id, email: `${id}@example.com`, locale: 'en', created_at: 1 });

  test('a connection that breaks within a transaction, between two queries, fails only that transaction', async () => {
    for (let count = 0; count < 5; count += 1) {
      const broken = db.transaction().execute(async (transaction) => {
        await transaction.insertInto('customers').values(customer('half')).execute();
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
        // PostgreSQL's "immediate" and "fast" shutdowns do this to every connection.
        await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db);
        await transaction.insertInto('customers').values(customer('other-half')).execute();
      });
      await expect(broken).rejects.toMatchObject({ code: 'unavailable' });
    }
    expect(await db.selectFrom('customers').selectAll().execute()).toEqual([]);
  });

  test('a request that takes too long is answered unavailable, after one query or many; its connections stay usable', async () => {
    await expect(asRequest(() => sleep(5))).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 });
    await expect(
      asRequest(async () => {
        for (;;) await sleep(0.1);
      }, 500),
    ).rejects.toMatchObject({ code: 'unavailable' });
    const half = asRequest(
      () =>
        db.transaction().execute(async (transaction) => {
          await transaction.insertInto('customers').values(customer('half')).execute();
          await sql`select pg_sleep(5)`.execute(transaction);
        }),
      300,
    );
    await expect(half).rejects.toMatchObject({ code: 'unavailable' });
    // More than the size of the pool.
    await Promise.all(Array.from({ length: 30 }, () => asRequest(() => db.selectFrom('customers').selectAll().execute())));
    expect(await db.selectFrom('customers').selectAll().execute()).toEqual([]);
  });

  test('concurrent queries of a request are counted once', () =>
    asRequest(() => Promise.all(Array.from({ length: 5 }, () => sleep(0.2))), 900));

  test('background work waits, also when a request started it; it delays no request', async () => {
    const background = Array.from({ length: 8 }, () => asRequest(() => inBackground(() => sleep(2)), 100));
    await asRequest(() => db.selectFrom('customers').selectAll().execute());
    await Promise.all(background);
  });
});

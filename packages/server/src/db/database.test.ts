import { expect, test } from 'vitest';
import { createEmptyDatabasePlace, createTestDatabase, describeDatabases } from '../testing/databases.ts';
import { locateDatabase, openDatabase } from './database.ts';
import { migrate, pendingMigrations } from './migrations.ts';

const customer = (id: string) => ({ id, email: `${id}@example.com`, locale: 'en', created_at: 1_800_000_000_123 });

describeDatabases('database', (engine) => {
  const withDatabase = async (run: (database: Awaited<ReturnType<typeof createTestDatabase>>) => Promise<void>) => {
    const database = await createTestDatabase(engine);
    try {
      await run(database);
    } finally {
      await database.close();
    }
  };

  test('each migration runs once', () =>
    withDatabase(async ({ db }) => {
      expect(await migrate(db)).toEqual([]);
      expect(await pendingMigrations(db)).toEqual([]);
    }));

  if (engine === 'postgres')
    test('nodes that start at once on an empty database: one migrates it, and the others wait for that', async () => {
      const place = await createEmptyDatabasePlace(engine);
      const nodes = Array.from({ length: 3 }, () => openDatabase(locateDatabase(place)));
      try {
        const counts = (await Promise.all(nodes.map((db) => migrate(db)))).map(({ length }) => length);
        expect(counts.filter((count) => count > 0)).toHaveLength(1);
        for (const db of nodes) expect(await pendingMigrations(db)).toEqual([]);
      } finally {
        for (const db of nodes) await db.destroy();
        await place.remove();
      }
    }, 60_000);

  test('times in milliseconds are read back as numbers', () =>
    withDatabase(async ({ db }) => {
      await db.insertInto('customers').values(customer('a')).execute();
      const row = await db.selectFrom('customers').selectAll().executeTakeFirstOrThrow();
      expect(row).toEqual({ ...customer('a'), deleted_at: null, time_zone: null });
    }));

  test('foreign keys are enforced and cascade', () =>
    withDatabase(async ({ db }) => {
      const device = { id: 'd', name: 'x', token_hash: 'h', created_at: 1, last_seen_at: 1 };
      await expect(
        db
          .insertInto('devices')
          .values({ ...device, customer_id: 'unknown-customer' })
          .execute(),
      ).rejects.toThrow(/foreign key/i);
      await db.insertInto('customers').values(customer('a')).execute();
      await db
        .insertInto('devices')
        .values({ ...device, customer_id: 'a' })
        .execute();
      await db.deleteFrom('customers').execute();
      expect(await db.selectFrom('devices').selectAll().execute()).toEqual([]);
    }));

  test('a failed transaction leaves no changes', () =>
    withDatabase(async ({ db }) => {
      const failing = db.transaction().execute(async (transaction) => {
        await transaction.insertInto('customers').values(customer('a')).execute();
        throw new Error('on purpose');
      });
      await expect(failing).rejects.toThrow('on purpose');
      expect(await db.selectFrom('customers').selectAll().execute()).toEqual([]);
    }));

  test('parallel transactions do not lose updates', () =>
    withDatabase(async ({ db }) => {
      await db
        .insertInto('customers')
        .values({ ...customer('a'), created_at: 0 })
        .execute();
      const increment = () =>
        db.transaction().execute(async (transaction) => {
          await transaction
            .updateTable('customers')
            .set(({ eb }) => ({ created_at: eb('created_at', '+', 1) }))
            .execute();
          await transaction.selectFrom('customers').selectAll().execute();
        });
      await Promise.all(Array.from({ length: 20 }, increment));
      expect((await db.selectFrom('customers').select('created_at').executeTakeFirstOrThrow()).created_at).toBe(20);
    }));
});

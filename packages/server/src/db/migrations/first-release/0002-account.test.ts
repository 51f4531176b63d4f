import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { createEmptyDatabasePlace, describeDatabases } from '../../../testing/databases.ts';
import { openDatabase } from '../../database.ts';
import { migrate } from '../../migrations.ts';
import { foundation } from './0001-foundation.ts';

describeDatabases('migrating from the first version', (engine) => {
  test('keeps customers, devices, sign-ins and limits, and drops codes, which live ten minutes', async () => {
    const place = await createEmptyDatabasePlace(engine);
    const db = openDatabase(
      place.databaseUrl === null
        ? { kind: 'sqlite', file: join(place.dataDir, 'watchpost.db') }
        : { kind: 'postgres', url: place.databaseUrl },
    );
    try {
      // Named explicitly on PostgreSQL, as in migrations.ts.
      const first = new Migrator({
        db,
        provider: { getMigrations: async () => ({ '0001-foundation': foundation }) },
        ...(engine === 'postgres' && { migrationTableSchema: 'public' }),
      });
      expect((await first.migrateToLatest()).error).toBeUndefined();
      await sql`insert into customers (id, email, locale, created_at) values ('cus_1', 'anna@example.com', 'ru', 1)`.execute(db);
      await sql`insert into devices (id, customer_id, name, token_hash, created_at, last_seen_at) values ('dev_1', 'cus_1', 'web', 'hash', 1, 2)`.execute(
        db,
      );
      await sql`insert into session_families (id, customer_id, device_id, generation, rotated_at, created_at, expires_at) values ('fam_1', 'cus_1', 'dev_1', 3, 2, 1, 9)`.execute(
        db,
      );
      await sql`insert into login_attempts (id, kind, email, address, at) values ('try_1', 'wrong', 'anna@example.com', '203.0.113.5', 1)`.execute(
        db,
      );
      await sql`insert into login_codes (email, code_hash, tries_left, expires_at, created_at) values ('anna@example.com', 'hash', 5, 9, 1)`.execute(
        db,
      );

      expect(await migrate(db)).toContain('0002-account');
      expect(await db.selectFrom('customers').selectAll().execute()).toEqual([
        { id: 'cus_1', email: 'anna@example.com', locale: 'ru', created_at: 1, deleted_at: null, time_zone: null },
      ]);
      expect(await db.selectFrom('devices').selectAll().execute()).toEqual([
        { id: 'dev_1', customer_id: 'cus_1', name: 'web', token_hash: 'hash', created_at: 1, last_seen_at: 2, browser: null, system: null },
      ]);
      expect(await db.selectFrom('session_families').select(['id', 'generation', 'revoked_at']).execute()).toEqual([
        { id: 'fam_1', generation: 3, revoked_at: null },
      ]);
      expect(await db.selectFrom('login_attempts').select(['kind', 'customer_id']).execute()).toEqual([
        { kind: 'wrong', customer_id: null },
      ]);
      expect(await db.selectFrom('one_time_codes').selectAll().execute()).toEqual([]);
      const tables = (await db.introspection.getTables()).map(({ name }) => name);
      expect(tables).not.toContain('login_codes');
    } finally {
      await db.destroy();
      await place.remove();
    }
  });
});

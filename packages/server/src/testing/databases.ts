import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe } from 'vitest';
import { openDatabase, type Db } from '../db/database.ts';
import { migrate } from '../db/migrations.ts';

export type Engine = 'sqlite' | 'postgres';

const postgresUrl = process.env['WATCHPOST_TEST_POSTGRES_URL'];

/** Runs a suite on SQLite, and on PostgreSQL when WATCHPOST_TEST_POSTGRES_URL names a server. */
export function describeDatabases(name: string, suite: (engine: Engine) => void): void {
  describe(`${name} (SQLite)`, () => {
    suite('sqlite');
  });
  describe.skipIf(postgresUrl === undefined)(`${name} (PostgreSQL)`, () => {
    suite('postgres');
  });
}

export interface TestDatabase {
  readonly db: Db;
  close(): Promise<void>;
}

/** A migrated database of its own. */
export async function createTestDatabase(engine: Engine): Promise<TestDatabase> {
  const place = await createDatabasePlace(engine);
  const db = openDatabase(place.databaseUrl === null ? { kind: 'sqlite', file: join(place.dataDir, 'watchpost.db') } : { kind: 'postgres', url: place.databaseUrl });
  await migrate(db);
  return {
    db,
    close: async () => {
      await db.destroy();
      await place.remove();
    },
  };
}

/** An empty data folder and, on PostgreSQL, an empty database: for tests that start whole servers. */
export interface DatabasePlace {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  remove(): Promise<void>;
}

export async function createDatabasePlace(engine: Engine): Promise<DatabasePlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'watchpost-db-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (engine === 'sqlite') return { dataDir, databaseUrl: null, remove: removeFolder };
  if (postgresUrl === undefined) throw new Error('Set WATCHPOST_TEST_POSTGRES_URL to run on PostgreSQL.');

  // A database, not a schema: Kysely's look at the tables fails when another schema goes in the same moment.
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOnce(postgresUrl, `create database ${name} template template0`);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return {
    dataDir,
    databaseUrl: url.href,
    remove: async () => {
      await runOnce(postgresUrl, `drop database ${name} with (force)`);
      await removeFolder();
    },
  };
}

async function runOnce(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

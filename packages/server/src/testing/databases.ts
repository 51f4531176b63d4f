import { createHash, randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../db/database.ts';
import { migrate } from '../db/migrations.ts';

export type Engine = 'sqlite' | 'postgres';

const postgresUrl = process.env['WATCHPOST_TEST_POSTGRES_URL'];

/** Runs a suite on SQLite, and also on PostgreSQL when WATCHPOST_TEST_POSTGRES_URL names a server. */
export function describeDatabases(name: string, suite: (engine: Engine) => void): void {
  describe(`${name} (SQLite)`, () => {
    suite('sqlite');
  });
  if (postgresUrl === undefined) return;
  describe(`${name} (PostgreSQL)`, () => {
    suite('postgres');
  });
}

export interface TestDatabase {
  readonly db: Db;
  close(): Promise<void>;
}

/** Creates a separate migrated database: on PostgreSQL a copy of one that was migrated once, which takes half the time. */
export async function createTestDatabase(engine: Engine): Promise<TestDatabase> {
  const place = engine === 'postgres' ? await createPostgresPlace(await (template ??= makeTemplate())) : await createDatabasePlace(engine);
  const db = openDatabase(locateDatabase(place));
  if (engine === 'sqlite') await migrate(db);
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
  if (engine === 'postgres') return createPostgresPlace('template0');
  const dataDir = await createFolder();
  return { dataDir, databaseUrl: null, remove: () => removeFolder(dataDir) };
}

const createFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'watchpost-db-'));
const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** Creates a database, not a schema: Kysely's inspection of the tables fails when another schema is dropped at the same moment. */
async function createPostgresPlace(template: string): Promise<DatabasePlace> {
  const dataDir = await createFolder();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOnce(serverUrl(), `create database ${name} template ${template}`);
  return {
    dataDir,
    databaseUrl: urlOf(name),
    remove: async () => {
      await runOnce(serverUrl(), `drop database ${name} with (force)`);
      await removeFolder(dataDir);
    },
  };
}

let template: Promise<string> | null = null;

/** One of the test processes creates it, and the others wait; on a permanent server it is recreated when a migration changes. */
async function makeTemplate(): Promise<string> {
  const folder = join(import.meta.dirname, '../db/migrations');
  const sources = globSync('**/*.ts', { cwd: folder })
    .toSorted()
    .map((file) => readFileSync(join(folder, file)));
  const name = `migrated_${createHash('sha256').update(Buffer.concat(sources)).digest('hex').slice(0, 16)}`;
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(20261122)');
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      // Renamed at the end, so that a half-migrated one is never used.
      const unfinished = `${name}_unfinished`;
      await client.query(`drop database if exists ${unfinished} with (force)`);
      await client.query(`create database ${unfinished} template template0`);
      const db = openDatabase({ kind: 'postgres', url: urlOf(unfinished) });
      await migrate(db).finally(() => db.destroy());
      await client.query(`alter database ${unfinished} rename to ${name}`);
    }
    return name;
  } finally {
    await client.end();
  }
}

function serverUrl(): string {
  if (postgresUrl === undefined) throw new Error('Set WATCHPOST_TEST_POSTGRES_URL to run on PostgreSQL.');
  return postgresUrl;
}

function urlOf(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
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

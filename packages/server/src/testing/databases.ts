import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../db/database.ts';
import { migrate } from '../db/migrations.ts';
import { copyMigratedDatabase, migratedName } from './database/migrated-database.ts';

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

/** Creates a separate migrated database. */
export async function createTestDatabase(engine: Engine): Promise<TestDatabase> {
  const place = await createDatabasePlace(engine);
  const db = openDatabase(locateDatabase(place));
  return {
    db,
    close: async () => {
      await db.destroy();
      await place.remove();
    },
  };
}

/** A data folder with a migrated database, or on PostgreSQL that database beside an empty folder: for tests that start whole servers. */
export interface DatabasePlace {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  remove(): Promise<void>;
}

/** Creates a place as a server leaves it that has just started for the first time: a copy of a database that was migrated once. */
export async function createDatabasePlace(engine: Engine): Promise<DatabasePlace> {
  if (engine === 'postgres') return createPostgresPlace(await (template ??= makeTemplate()));
  const place = await createSqlitePlace();
  await copyMigratedDatabase(place.dataDir);
  return place;
}

/** Creates a place with no table in it, for tests of the migrations. */
export function createEmptyDatabasePlace(engine: Engine): Promise<DatabasePlace> {
  return engine === 'postgres' ? createPostgresPlace('template0') : createSqlitePlace();
}

async function createSqlitePlace(): Promise<DatabasePlace> {
  const dataDir = await createFolder();
  return { dataDir, databaseUrl: null, remove: () => removeFolder(dataDir) };
}

const createFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'watchpost-db-'));
const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** Creates a database, not a schema: Kysely's inspection of the tables fails when another schema is dropped at the same moment. */
async function createPostgresPlace(template: string): Promise<DatabasePlace> {
  const dataDir = await createFolder();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copies the template's files: by default, PostgreSQL writes each of their pages to its log, which takes three times as long.
  await runOnce(serverUrl(), `create database ${name} template ${template} strategy file_copy`);
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
  const name = migratedName();
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

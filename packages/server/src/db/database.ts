import { join } from 'node:path';
import { Kysely, PostgresDialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type Dialect } from 'kysely';
import { createPostgresPool } from './postgres-pool.ts';
import type { Database } from './schema.ts';
import { createSqliteDriver } from './sqlite-driver.ts';

export type Db = Kysely<Database>;

/** The location of the data: a file in the data folder, or a PostgreSQL server. */
export type DatabaseLocation = { readonly kind: 'sqlite'; readonly file: string } | { readonly kind: 'postgres'; readonly url: string };

/** Chooses PostgreSQL when an address is configured, else `watchpost.db` in the data folder. */
export function locateDatabase(config: { readonly dataDir: string; readonly databaseUrl: string | null }): DatabaseLocation {
  return config.databaseUrl === null
    ? { kind: 'sqlite', file: join(config.dataDir, 'watchpost.db') }
    : { kind: 'postgres', url: config.databaseUrl };
}

interface DatabaseOptions {
  readonly onError?: (error: Error) => void;
  /** Called after each query; its text has placeholders in place of values. */
  readonly onQuery?: (sql: string, durationMs: number, isError: boolean) => void;
}

export function openDatabase(location: DatabaseLocation, options: DatabaseOptions = {}): Db {
  const { onQuery } = options;
  return new Kysely<Database>({
    // Without it, no query is timed.
    ...(onQuery && { log: ({ query, queryDurationMillis, level }) => onQuery(query.sql, queryDurationMillis, level === 'error') }),
    dialect:
      location.kind === 'sqlite'
        ? sqliteDialect(location.file)
        : new PostgresDialect({ pool: async () => createPostgresPool(location.url, options.onError ?? (() => undefined)) }),
  });
}

function sqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => createSqliteDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

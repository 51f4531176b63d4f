import { join } from 'node:path';
import { Kysely, PostgresDialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type Dialect } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';
import { createSqliteDriver } from './sqlite-driver.ts';

export type Db = Kysely<Database>;

/** Where the data is: a file in the data folder, or a PostgreSQL server. */
export type DatabaseLocation = { readonly kind: 'sqlite'; readonly file: string } | { readonly kind: 'postgres'; readonly url: string };

/** PostgreSQL when an address is given, else `watchpost.db` in the data folder. */
export function locateDatabase(config: { readonly dataDir: string; readonly databaseUrl: string | null }): DatabaseLocation {
  return config.databaseUrl === null ? { kind: 'sqlite', file: join(config.dataDir, 'watchpost.db') } : { kind: 'postgres', url: config.databaseUrl };
}

export function openDatabase(location: DatabaseLocation, options: { onError?: (error: Error) => void } = {}): Db {
  return new Kysely<Database>({ dialect: location.kind === 'sqlite' ? sqliteDialect(location.file) : postgresDialect(location.url, options.onError) });
}

function sqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => createSqliteDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

const int8 = 20;

function postgresDialect(url: string, onError: (error: Error) => void = () => undefined): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    // A server that is gone is answered with 503 within 2 s, not waited for.
    connectionTimeoutMillis: 1500,
    query_timeout: 15_000,
    types: {
      // All our integers are safe: milliseconds and minor units below 2^53.
      getTypeParser: (id: number, format?: 'text' | 'binary') => (id === int8 ? Number : pg.types.getTypeParser(id, format)),
    },
  });
  // An idle connection that breaks (the server restarts) is replaced by the pool at the next query.
  pool.on('error', onError);
  return new PostgresDialect({ pool });
}

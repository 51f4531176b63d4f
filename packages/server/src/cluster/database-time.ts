import { PostgresAdapter, sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../db/schema.ts';

/**
 * The database's clock, Unix ms. Nodes whose clocks differ would otherwise take each other's leases while they last; the start of the
 * statement counts, not that of its transaction.
 */
export function databaseNow(db: Kysely<Database>): RawBuilder<number> {
  return isPostgres(db)
    ? sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
}

/** SQLite locks the whole database for a writer, so rows need no lock. */
export function isPostgres(db: Kysely<Database>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

import pg from 'pg';
import { AppError } from '../kernel/app-error.ts';
import { ConfigError } from '../kernel/config.ts';
import type { DatabaseLocation, Db } from './database.ts';
import { migrate } from './migrations.ts';

/**
 * Prepares a database for use and migrates it to the newest version.
 * @returns the names of the migrations that ran now
 * @throws {ConfigError} when it can't be used: missing, unreadable, damaged, or of a newer version
 */
export async function startDatabase(db: Db, location: DatabaseLocation): Promise<string[]> {
  try {
    return await migrate(db);
  } catch (error) {
    const reason = explainDatabaseError(error);
    if (reason === null) throw error;
    throw new ConfigError(`The database ${location.kind === 'sqlite' ? location.file : addressOf(location.url)} can't be used: ${reason}`);
  }
}

/** Returns the address without the password. */
function addressOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${pathname.slice(1)} at ${host}`;
}

/** Explains the problem and the remedy; null for an internal error. */
export function explainDatabaseError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  // Kysely's own message for a migration that this version does not know.
  const [, newer] = /^corrupted migrations: previously executed migration (\S{1,100}) is missing/.exec(error.message) ?? [];
  if (newer !== undefined) return `a newer Watchpost has used it (${newer}). Start that version again, or restore a backup from before it.`;
  if (error instanceof pg.DatabaseError) return serverReasons.get(error.code ?? '') ?? null;
  if (error instanceof AppError)
    return `its server does not answer (${error.cause instanceof Error ? error.cause.message : error.message}). Start PostgreSQL, or correct DATABASE_URL.`;
  return 'errcode' in error && typeof error.errcode === 'number' ? (fileReasons.get(error.errcode & 0xff) ?? null) : null;
}

/** Explanations by SQLSTATE. */
const serverReasons: ReadonlyMap<string, string> = new Map([
  ['28P01', 'it refuses this user or password. Correct them in DATABASE_URL.'],
  ['28000', 'it refuses this user. Correct DATABASE_URL, or let the user in by pg_hba.conf.'],
  ['3D000', 'there is no database of this name. Make it with createdb, or correct DATABASE_URL.'],
  ['42501', 'this user may not make tables in it. Give the user the database: ALTER DATABASE … OWNER TO ….'],
  ['25006', 'it is read-only. Point DATABASE_URL to the primary server.'],
]);

const unreadable = 'this user may not read and write it. Give the file and its folder to this user.';
const damaged = 'it is damaged, or is no database of Watchpost. Restore a backup, or move the file away to begin with an empty one.';
/** Explanations by SQLite's primary result codes. */
const fileReasons: ReadonlyMap<number, string> = new Map([
  [3, unreadable],
  [5, 'another program holds it. Stop that program.'],
  [8, unreadable],
  [10, 'its disk can not be read or written. Look at the disk.'],
  [11, damaged],
  [13, 'the disk is full. Make room.'],
  [14, unreadable],
  [26, damaged],
]);

import { existsSync } from 'node:fs';
import { locateDatabase, openDatabase, type Db } from '../db/database.ts';
import { pendingMigrations } from '../db/migrations.ts';
import { readPlans } from '../features/billing/index.ts';
import type { ServerConfig } from '../kernel/config.ts';
import { UsageError } from './arguments.ts';

/** Reads the plans file of a command about money. @throws {UsageError} when the server sells no plans */
export function requirePlans(config: ServerConfig): NonNullable<ReturnType<typeof readPlans>> {
  const file = readPlans(config);
  if (file === null) throw new UsageError('This server sells no plans. Set PLANS_FILE and PAYMENT_PROVIDER as the server has them.');
  return file;
}

/** Opens the server's database for a command, also while the server runs. @throws {UsageError} when there is none, or an older one */
export async function withDatabase(config: ServerConfig, work: (db: Db) => Promise<number>): Promise<number> {
  const location = locateDatabase(config);
  if (location.kind === 'sqlite' && !existsSync(location.file))
    throw new UsageError(`There is no database in ${config.dataDir}. Start the server once, or name the data folder with --data-dir.`);
  const db = openDatabase(location);
  try {
    if ((await pendingMigrations(db)).length > 0)
      throw new UsageError('The database is of an older version. Run "watchpost migrate" first.');
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** @param amount minor units */
export function amountOf(amount: number): string {
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
}

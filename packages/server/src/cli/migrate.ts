import { mkdirSync } from 'node:fs';
import { locateDatabase, openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrations.ts';
import type { ServerConfig } from '../kernel/config.ts';
import { lockDataFolder } from '../kernel/lock.ts';

export async function runMigrations(config: ServerConfig): Promise<number> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockDataFolder(config.dataDir);
  const db = openDatabase(locateDatabase(config));
  try {
    const done = await migrate(db);
    process.stdout.write(done.length > 0 ? `Ran ${done.length}: ${done.join(', ')}\n` : 'The database is up to date.\n');
    return 0;
  } finally {
    await db.destroy();
    unlock();
  }
}

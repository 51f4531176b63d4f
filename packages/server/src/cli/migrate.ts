import { locateDatabase, openDatabase } from '../db/database.ts';
import { startDatabase } from '../db/start-database.ts';
import type { ServerConfig } from '../kernel/config.ts';
import { lockDataFolder } from '../kernel/lock.ts';
import { prepareDataFolder } from '../kernel/settings/data-folder.ts';

export async function runMigrations(config: ServerConfig): Promise<number> {
  await prepareDataFolder(config.dataDir);
  const unlock = lockDataFolder(config.dataDir);
  const location = locateDatabase(config);
  const db = openDatabase(location);
  try {
    const done = await startDatabase(db, location);
    process.stdout.write(done.length > 0 ? `Ran ${done.length}: ${done.join(', ')}\n` : 'The database is up to date.\n');
    return 0;
  } finally {
    await db.destroy();
    unlock();
  }
}

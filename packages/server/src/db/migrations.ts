import { PostgresAdapter, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { Db } from './database.ts';
import { foundation } from './migrations/0001-foundation.ts';
import { account } from './migrations/0002-account.ts';
import { push } from './migrations/0003-push.ts';
import { events } from './migrations/0004-events.ts';
import { archive } from './migrations/0005-archive.ts';
import { eventSummaries } from './migrations/0006-events.ts';
import { videoWall } from './migrations/0007-video-wall.ts';
import { locations } from './migrations/0008-locations.ts';
import { serialRegistration } from './migrations/0009-serial-registration.ts';
import { registrations } from './migrations/0011-registrations.ts';
import { ptz } from './migrations/0014-ptz.ts';
import { cameraNotifications } from './migrations/0015-camera-notifications.ts';

/** In the order in which they run. Each holds only what runs alike on SQLite and PostgreSQL; times and sizes are bigint. */
const migrations: Record<string, Migration> = { '0001-foundation': foundation, '0002-account': account, '0003-push': push, '0004-events': events, '0005-archive': archive, '0006-events': eventSummaries, '0007-video-wall': videoWall, '0008-locations': locations, '0009-serial-registration': serialRegistration, '0011-registrations': registrations, '0014-ptz': ptz, '0015-camera-notifications': cameraNotifications };

/**
 * Brings the database to the newest version; several servers starting at once wait for each other.
 * @returns the names of the migrations that ran now
 */
export async function migrate(db: Db): Promise<string[]> {
  const migrator = await createMigrator(db);
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return (results ?? []).filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

/** The names of the migrations that have not run yet. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const migrator = await createMigrator(db);
  const known = await migrator.getMigrations();
  return known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}

async function createMigrator(db: Db): Promise<Migrator> {
  const provider = { getMigrations: async () => migrations };
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return new Migrator({ db, provider });
  // Named, because Kysely otherwise takes the migrations of any other schema of the database for ours.
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  return new Migrator({ db, provider, migrationTableSchema: rows[0]?.schema ?? 'public' });
}

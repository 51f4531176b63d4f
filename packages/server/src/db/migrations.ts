import { PostgresAdapter, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration';
import type { Db } from './database.ts';
import { foundation } from './migrations/first-release/0001-foundation.ts';
import { account } from './migrations/first-release/0002-account.ts';
import { push } from './migrations/first-release/0003-push.ts';
import { events } from './migrations/first-release/0004-events.ts';
import { archive } from './migrations/first-release/0005-archive.ts';
import { eventSummaries } from './migrations/first-release/0006-events.ts';
import { videoWall } from './migrations/first-release/0007-video-wall.ts';
import { locations } from './migrations/first-release/0008-locations.ts';
import { serialRegistration } from './migrations/first-release/0009-serial-registration.ts';
import { registrations } from './migrations/first-release/0011-registrations.ts';
import { ptz } from './migrations/first-release/0014-ptz.ts';
import { cameraNotifications } from './migrations/first-release/0015-camera-notifications.ts';
import { signInLimits } from './migrations/0016-sign-in-limits.ts';
import { accountTimeZone } from './migrations/0017-account-time-zone.ts';
import { signUp } from './migrations/0018-sign-up.ts';
import { removedAgents } from './migrations/0019-removed-agents.ts';
import { cameraReports } from './migrations/0020-camera-reports.ts';
import { sharing } from './migrations/0021-sharing.ts';
import { developers } from './migrations/0022-developers.ts';
import { webhooks } from './migrations/0023-webhooks.ts';
import { streamLinks } from './migrations/0024-stream-links.ts';
import { streamLinkOnvif } from './migrations/0025-stream-link-onvif.ts';
import { streamLinkPtz } from './migrations/0055-stream-link-ptz.ts';
import { homeMqtt } from './migrations/0026-home-mqtt.ts';
import { billing } from './migrations/billing/0027-billing.ts';
import { quality } from './migrations/0026-quality.ts';
import { deviceCodes } from './migrations/0028-device-codes.ts';
import { sessionSuccessors } from './migrations/0029-session-successors.ts';
import { pushMessages } from './migrations/0030-push-messages.ts';
import { providerPayments } from './migrations/billing/0033-provider-payments.ts';
import { smartEvents } from './migrations/smart-events/0034-smart-events.ts';
import { damagedFootage } from './migrations/0031-damaged-footage.ts';
import { invoices } from './migrations/billing/0032-invoices.ts';
import { eventObjects } from './migrations/smart-events/0035-event-objects.ts';
import { telegram } from './migrations/0036-telegram.ts';
import { planSources } from './migrations/billing/0037-plan-sources.ts';
import { bookmarks } from './migrations/review/0038-bookmarks.ts';
import { alerts } from './migrations/smart-events/0039-alerts.ts';
import { timelapse } from './migrations/smart-events/0040-timelapse.ts';
import { storedFootage } from './migrations/0043-stored-footage.ts';
import { auditLog } from './migrations/0044-audit-log.ts';
import { soundDetection } from './migrations/smart-events/0041-sound-detection.ts';
import { plugInDetections } from './migrations/smart-events/0045-plug-in-detections.ts';
import { refusalsAndTimes } from './migrations/cameras/0047-refusals-and-times.ts';
import { nodes } from './migrations/cluster/0042-nodes.ts';
import { serverSettings } from './migrations/cluster/0050-server-settings.ts';
import { storageDays } from './migrations/cluster/0051-storage-days.ts';
import { savedClips } from './migrations/review/0052-saved-clips.ts';
import { statusEmails } from './migrations/smart-events/0048-status-emails.ts';
import { alertStretches } from './migrations/smart-events/0046-alert-stretches.ts';

/** All migrations, in the order in which they run. Each uses only what works on both SQLite and PostgreSQL; times and sizes are bigint. */
const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-account': account,
  '0003-push': push,
  '0004-events': events,
  '0005-archive': archive,
  '0006-events': eventSummaries,
  '0007-video-wall': videoWall,
  '0008-locations': locations,
  '0009-serial-registration': serialRegistration,
  '0011-registrations': registrations,
  '0014-ptz': ptz,
  '0015-camera-notifications': cameraNotifications,
  '0016-sign-in-limits': signInLimits,
  '0017-account-time-zone': accountTimeZone,
  '0018-sign-up': signUp,
  '0019-removed-agents': removedAgents,
  '0020-camera-reports': cameraReports,
  '0021-sharing': sharing,
  '0022-developers': developers,
  '0023-webhooks': webhooks,
  '0024-stream-links': streamLinks,
  '0025-stream-link-onvif': streamLinkOnvif,
  '0026-home-mqtt': homeMqtt,
  '0027-billing': billing,
  '0026-quality': quality,
  '0028-device-codes': deviceCodes,
  '0029-session-successors': sessionSuccessors,
  '0030-push-messages': pushMessages,
  '0031-damaged-footage': damagedFootage,
  '0032-invoices': invoices,
  '0033-provider-payments': providerPayments,
  '0034-smart-events': smartEvents,
  '0035-event-objects': eventObjects,
  '0036-telegram': telegram,
  '0037-plan-sources': planSources,
  '0038-bookmarks': bookmarks,
  '0039-alerts': alerts,
  '0040-timelapse': timelapse,
  '0041-sound-detection': soundDetection,
  '0042-nodes': nodes,
  '0043-stored-footage': storedFootage,
  '0044-audit-log': auditLog,
  '0045-plug-in-detections': plugInDetections,
  '0046-alert-stretches': alertStretches,
  '0047-refusals-and-times': refusalsAndTimes,
  '0048-status-emails': statusEmails,
  '0050-server-settings': serverSettings,
  '0051-storage-days': storageDays,
  '0052-saved-clips': savedClips,
  '0055-stream-link-ptz': streamLinkPtz,
};

/**
 * Migrates the database to the newest version; several servers that start simultaneously wait for each other.
 * @param options upTo: the last migration that runs, for tests of upgrades; the newest without it
 * @returns the names of the migrations that ran now
 */
export async function migrate(db: Db, { upTo }: { readonly upTo?: string } = {}): Promise<string[]> {
  const migrator = await createMigrator(db);
  const { error, results } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error !== undefined) throw error;
  return (results ?? []).filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

/** Returns the names of the migrations that have not run yet. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const migrator = await createMigrator(db);
  const known = await migrator.getMigrations();
  return known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}

/** Returns the names of migrations that have run, but that this version does not know: a newer one has used the database. */
export async function newerMigrations(db: Db): Promise<string[]> {
  const schema = await schemaOf(db);
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const hasRun = tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE && (schema === null || table.schema === schema));
  if (!hasRun) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  return rows.map(({ name }) => name).filter((name) => !(name in migrations));
}

async function createMigrator(db: Db): Promise<Migrator> {
  const provider = { getMigrations: async () => migrations };
  const schema = await schemaOf(db);
  // Named explicitly, because Kysely otherwise takes the migrations of any other schema in the database for ours.
  return new Migrator({ db, provider, ...(schema !== null && { migrationTableSchema: schema }) });
}

/** Null for SQLite, which has none. */
async function schemaOf(db: Db): Promise<string | null> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return null;
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  return rows[0]?.schema ?? 'public';
}

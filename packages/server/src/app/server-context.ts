import type { Clock } from '@watchpost/contract/timing/clock';
import type { ClusterNode } from '../cluster/cluster-node.ts';
import { locateDatabase, openDatabase, type Db } from '../db/database.ts';
import { startDatabase } from '../db/start-database.ts';
import type { ServerConfig } from '../kernel/config.ts';
import { loadKeys } from '../kernel/keys.ts';
import { lockDataFolder } from '../kernel/lock.ts';
import type { Logger } from '../kernel/log.ts';
import { createMetrics, measureDisk, type Metrics } from '../kernel/metrics.ts';
import { createAccessChanges, type AccessChanges } from '../kernel/module/access-changes.ts';
import { jobPlaceOf, type JobPlace } from '../kernel/module/job-place.ts';
import { createSeal, type Seal } from '../kernel/seal.ts';
import { prepareDataFolder } from '../kernel/settings/data-folder.ts';
import { createLiveSettings, type LiveSettings } from '../kernel/settings/live-settings.ts';
import { createSigner, type Signer } from '../kernel/signing.ts';
import { noteQuery } from '../kernel/telemetry/telemetry.ts';
import type { Tracer } from '../kernel/telemetry/spans.ts';
import { createTokens, type Tokens } from '../kernel/tokens.ts';
import { joinCluster, measureRoles } from './cluster-module.ts';
import { serverVersion } from './http-module.ts';
import type { ModuleList } from './module-list.ts';

/** What every module can use. */
export interface ServerContext {
  /** What operators can change while the server runs is read from it where it is used. */
  readonly config: ServerConfig;
  readonly liveSettings: LiveSettings;
  readonly clock: Clock;
  readonly log: Logger;
  readonly db: Db;
  readonly metrics: Metrics;
  /** Null unless traces are sent somewhere. */
  readonly tracer: Tracer | null;
  readonly tokens: Tokens;
  readonly seal: Seal;
  readonly signer: Signer;
  readonly accessChanges: AccessChanges;
  /** This server among others; null where it runs alone. */
  readonly cluster: ClusterNode | null;
  /** Whether this server works off the queues in the database. */
  readonly jobPlace: JobPlace;
}

/**
 * Locks the data folder and migrates the database; the modules it adds release both at the end.
 * @throws {LockedError} when another server uses the data folder
 * @throws {ConfigError} when the folder or the database can't be used
 */
export async function createContext(
  { add }: ModuleList,
  { config: start, clock, log }: Pick<ServerContext, 'config' | 'clock' | 'log'>,
): Promise<ServerContext> {
  const liveSettings = createLiveSettings(start, log);
  const { config } = liveSettings;
  await prepareDataFolder(config.dataDir);
  add({ name: 'lock', stop: lockDataFolder(config.dataDir) });
  const keys = loadKeys(config);
  const location = locateDatabase(config);
  const db = openDatabase(location, {
    onError: (error) => log.warn({ err: error }, 'A connection to the database broke'),
    ...(config.telemetry && { onQuery: noteQuery }),
  });
  add({ name: 'database', stop: () => db.destroy() });
  const migrated = await startDatabase(db, location);
  if (migrated.length > 0) log.info({ migrations: migrated }, 'The database is up to date');
  const metrics = createMetrics();
  measureDisk(metrics, config.dataDir);
  add({ name: 'metrics', stop: metrics.close });
  const telemetry =
    config.telemetry &&
    add(
      (await import('../kernel/telemetry/otlp-telemetry.ts')).createTelemetry({
        settings: config.telemetry,
        clock,
        log,
        registry: metrics.registry,
        version: serverVersion,
      }),
    );
  const cluster = joinCluster({ add }, { config, clock, log, location });
  measureRoles(metrics, () => cluster?.missingRoles() ?? []);
  return {
    config,
    liveSettings,
    clock,
    log,
    db,
    metrics,
    tracer: telemetry?.tracer ?? null,
    tokens: createTokens(keys.tokens),
    seal: createSeal(keys.seal),
    signer: createSigner(keys.signing),
    accessChanges: createAccessChanges(),
    cluster,
    jobPlace: jobPlaceOf(config.cluster),
  };
}

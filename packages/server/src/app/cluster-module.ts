import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@watchpost/contract/timing/clock';
import { Gauge } from 'prom-client';
import { createClusterNode, type ClusterNode } from '../cluster/cluster-node.ts';
import { openDatabase, type DatabaseLocation } from '../db/database.ts';
import type { CamerasService } from '../features/cameras/index.ts';
import { ConfigError, type ServerConfig } from '../kernel/config.ts';
import { inBackground } from '../kernel/limits/database-wait.ts';
import type { Logger } from '../kernel/log.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { ServerModule } from '../kernel/module/server-module.ts';
import { serverRoles, type ServerRole } from '../kernel/settings/cluster-settings.ts';
import type { Ingest, PasswordMemory } from '../media/ingest/index.ts';
import type { CameraStream } from '../media/stream/stream-types.ts';
import type { CameraLifecycle } from './camera-lifecycle.ts';
import { serverVersion } from './http-module.ts';
import type { ModuleList } from './module-list.ts';

/** Makes this server a node of its cluster; null where it runs alone. */
export function joinCluster(
  { add }: Pick<ModuleList, 'add'>,
  { config, clock, log, location }: { config: ServerConfig; clock: Clock; log: Logger; location: DatabaseLocation },
): ClusterNode | null {
  if (config.cluster === null) return null;
  const nodeId = readNodeId(config.dataDir);
  // Connections of its own: a heartbeat must never wait for one.
  const db = openDatabase(location, { onError: (error) => log.warn({ err: error }, 'A connection of the cluster to the database broke') });
  add({ name: 'cluster database', stop: () => db.destroy() });
  return createClusterNode({ db, clock, log, settings: config.cluster, nodeId, version: serverVersion });
}

/** Exposes which roles no node has; a server that runs alone has all of them. */
export function measureRoles({ registry }: Metrics, missingRoles: () => readonly ServerRole[]): void {
  new Gauge({
    name: 'watchpost_role_missing',
    help: '1 for a role that no running node of the cluster has had for half a minute',
    labelNames: ['role'],
    registers: [registry],
    collect() {
      const missing = missingRoles();
      for (const role of serverRoles) this.set({ role }, missing.includes(role) ? 1 : 0);
    },
  });
}

/** The lifecycle of cameras that follow their leases: this server starts none by itself. */
export function followLeases(own: CameraLifecycle, cluster: ClusterNode): CameraLifecycle {
  return {
    // The planner finds it within a heartbeat.
    start: () => undefined,
    suspend: (cameraId) => (cluster.holds(cameraId) ? own.suspend(cameraId) : cluster.restart(cameraId)),
    resume: (camera) => {
      if (cluster.holds(camera.id)) own.resume(camera);
      else cluster.restart(camera.id).catch(() => undefined);
    },
    remove: own.remove,
  };
}

/**
 * Applies a change of a camera where it is held: here, or by making the node that ingests it read what is stored.
 * @param cluster null for a server that runs alone, which holds all cameras
 */
export function createWhereHeld(
  cluster: Pick<ClusterNode, 'holds' | 'restart'> | null,
  log: Pick<Logger, 'warn'>,
): (cameraId: string, apply: () => void) => void {
  return (cameraId, apply) => {
    if (!cluster || cluster.holds(cameraId)) apply();
    else
      void inBackground(() => cluster.restart(cameraId)).catch((error: unknown) =>
        log.warn({ err: error, cameraId }, 'Its node will not notice a change of a camera'),
      );
  };
}

interface ClusterModuleDeps {
  readonly config: Pick<ServerConfig, 'host'>;
  readonly clock: Clock;
  readonly cluster: ClusterNode;
  readonly cameras: Pick<CamerasService, 'stored' | 'title'>;
  /** Runs the cameras of this server's own modules. */
  readonly lifecycle: CameraLifecycle;
  readonly ingest: Pick<Ingest, 'onStatus'>;
  readonly passwords: Pick<PasswordMemory, 'read'>;
  readonly streams: { get(cameraId: string): Pick<CameraStream, 'received'> | null };
}

/** Takes cameras once the server listens, and hands them over before it stops. */
export function createClusterModule({
  config: { host },
  clock,
  cluster,
  cameras,
  lifecycle,
  ingest,
  passwords,
  streams,
}: ClusterModuleDeps): ServerModule {
  const stopStates = ingest.onStatus((cameraId, state) => {
    if (cluster.holds(cameraId)) cluster.noteState(cameraId, state);
  });
  return {
    name: 'cluster',
    listening: (url) =>
      cluster.start(
        {
          readCameras: async (ids) => {
            await passwords.read(ids);
            return cameras.stored(ids);
          },
          startCamera: lifecycle.start,
          // Another node may have removed it: what is left of it is on the disks of those that held it.
          stopCamera: async (cameraId) => {
            const isRemoved = (await cameras.title(cameraId).catch(() => '')) === null;
            return isRemoved ? lifecycle.remove(cameraId) : lifecycle.suspend(cameraId);
          },
          bitRateOf: createBitRates({ clock, streams }),
        },
        addressAt(host, url),
      ),
    stop: async () => {
      stopStates();
      await cluster.leave();
    },
  };
}

/** A server that listens on one address is reached there; one that listens on all of them does not know which. */
function addressAt(host: string, url: string): string | null {
  if (host === '0.0.0.0' || host === '::') return null;
  const address = new URL(url);
  address.hostname = host.includes(':') ? `[${host}]` : host;
  return address.origin;
}

/** Measures what arrives of a camera between two calls, bits/s. */
function createBitRates({ clock, streams }: Pick<ClusterModuleDeps, 'clock' | 'streams'>): (cameraId: string) => number | null {
  const seen = new Map<string, { readonly bytes: number; readonly at: number }>();
  return (cameraId) => {
    const bytes = streams.get(cameraId)?.received.bytes ?? 0;
    const at = clock.monotonic();
    const before = seen.get(cameraId);
    seen.set(cameraId, { bytes, at });
    // A stream that was created again counts from 0.
    return before && at > before.at && bytes >= before.bytes ? ((bytes - before.bytes) * 8000) / (at - before.at) : null;
  };
}

/** The id belongs to the data folder: the recordings in it are named by it. */
function readNodeId(dataDir: string): string {
  const file = join(dataDir, 'node-id');
  if (!existsSync(file)) writeFileSync(file, `node_${randomBytes(6).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  const id = readFileSync(file, 'utf8').trim();
  if (!/^node_[\w-]{8}$/.test(id)) throw new ConfigError(`${file} is damaged: it must hold the id of this node. Restore it from a backup.`);
  return id;
}

import type { OperatorNode, OperatorOverview, OperatorWarning } from '@watchpost/contract/schemas/operator';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import type { ServerConfig } from '../../kernel/config.ts';
import type { CameraStatus } from '../../media/media-types.ts';
import type { FootageLimitState } from '../../media/retention/footage-limit.ts';
import { neededSpace } from '../../media/retention/retention.ts';
import { countCameras, readCountedCameras, warnOfOffline } from './operator-cameras.ts';
import { daysUntilFull } from './operator-forecast.ts';
import { createLocalNode } from './operator-node.ts';
import { readQueues } from './operator-queues.ts';
import { createStorageMeter } from './operator-storage.ts';

export interface OperatorService {
  overview(): Promise<OperatorOverview>;
}

/** A node of a cluster, as the database knows it. */
export interface KnownNode {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly version: string;
  readonly lastSeenAt: number;
  readonly isAlive: boolean;
  readonly cameras: number;
  readonly draining: boolean;
}

export interface OperatorServiceDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly config: Pick<ServerConfig, 'operators' | 'databaseUrl' | 'smtpUrl' | 'detectionCpu'>;
  readonly version: string;
  readonly statusOf: (cameraId: string) => CameraStatus;
  readonly readPausedCameras: () => Promise<ReadonlySet<string>>;
  readonly recordedBytes: () => number;
  /** Null without a limit of all footage. */
  readonly readLimit: () => Promise<FootageLimitState | null>;
  readonly readDisk: () => Promise<{ readonly free: number; readonly total: number }>;
  /** Identifies this server among others. */
  readonly nodeId: string;
  /** Cameras whose node is gone and that no other has taken, by when it was last heard of. */
  readonly readLostCameras: () => Promise<ReadonlyMap<string, number>>;
  /** How full the disks of the nodes are, 0 to 1. */
  readonly readShares: () => Promise<ReadonlyMap<string, number>>;
  /** How full the disk was on the last days. */
  readonly readHistory: () => Promise<OperatorOverview['storage']['history']>;
  readonly watchingNow: () => number;
  readonly isDetectionOverBudget: () => boolean;
  /** The newest published version, as far as the operator lets the server look for it; null otherwise. */
  readonly newestVersion: () => string | null;
  /** The nodes of the cluster; empty where one machine runs alone. */
  readonly listNodes: () => Promise<readonly KnownNode[]>;
  /** Which roles no living node has had for a while; null where one machine runs alone and has all of them. */
  readonly cluster: { missingRoles(): readonly OperatorNode['roles'][number][] } | null;
}

const dayMs = 86_400_000;
/** Later, there is nothing to do yet. */
const warnedDays = 30;
/** A message that waits for longer than this is not just retried. */
const stuckMs = 3_600_000;
/** A node that has left stays in the list for a week. */
const forgottenMs = 7 * dayMs;

export function createOperatorService(deps: OperatorServiceDeps): OperatorService {
  const { db, clock, config, version } = deps;
  const meter = createStorageMeter({ db, clock });
  const startedAt = clock.now();
  const localNode = createLocalNode({ clock, version, recordedBytes: deps.recordedBytes });

  const readStorage = async (now: number): Promise<OperatorOverview['storage'] & { isHeldByPaidDays: boolean }> => {
    const [{ free, total }, limit, { bytesPerDay, growths }, history] = await Promise.all([
      deps.readDisk(),
      deps.readLimit(),
      meter.read(),
      deps.readHistory(),
    ]);
    const reservedBytes = Math.ceil(neededSpace(total));
    const roomBytes = Math.min(free - reservedBytes, limit ? limit.limitBytes - limit.footageBytes : Infinity);
    const days = daysUntilFull(growths, roomBytes);
    return {
      totalBytes: total,
      freeBytes: free,
      reservedBytes,
      limitBytes: limit?.limitBytes ?? null,
      footageBytes: limit?.footageBytes ?? null,
      recordedBytesPerDay: bytesPerDay,
      fullAt: days === null ? null : Math.round(now + days * dayMs),
      history,
      isHeldByPaidDays: limit?.isHeldByPaidDays ?? false,
    };
  };
  const readNodes = async (cameras: number, disk: number | null, now: number): Promise<OperatorNode[]> => {
    const known = await deps.listNodes();
    const own = localNode({ cameras, disk });
    if (known.length === 0) return [own];
    const shares = await deps.readShares();
    return known.flatMap((node) => {
      if (!node.isAlive && (node.draining || now - node.lastSeenAt > forgottenMs)) return [];
      const { processor, recordedBytesPerSecond } = own;
      // Loads are known of this node alone; disks of all, as each noted them within the hour.
      const load = node.id === deps.nodeId ? { processor, recordedBytesPerSecond, disk } : { disk: shares.get(node.id) ?? null };
      return [{ ...toNode(node), ...load }];
    });
  };
  const readPeople = async (now: number): Promise<OperatorOverview['people']> => {
    const people = db
      .selectFrom('customers')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('deleted_at', 'is', null);
    const { total: accounts } = await people.executeTakeFirstOrThrow();
    const { total: recent } = await people.where('created_at', '>=', now - 7 * dayMs).executeTakeFirstOrThrow();
    const { total: devices } = await db
      .selectFrom('devices')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { accounts: Number(accounts), newThisWeek: Number(recent), watchingNow: deps.watchingNow(), devices: Number(devices) };
  };

  return {
    overview: async () => {
      const now = clock.now();
      const counted = await readCountedCameras(db, deps.statusOf, deps.readPausedCameras, deps.readLostCameras);
      const { isHeldByPaidDays, ...storage } = await readStorage(now);
      const queues = await readQueues(db, now);
      const disk = storage.totalBytes > 0 ? 1 - storage.freeBytes / storage.totalBytes : null;
      const nodes = await readNodes(counted.length, disk, now);
      const missingRoles = deps.cluster?.missingRoles() ?? [];
      const warnings: (OperatorWarning | null)[] = [
        ...missingRoles.map((role): OperatorWarning => ({ code: 'role-missing', role })),
        ...nodes.filter(({ state }) => state === 'silent').map(toSilent),
        warnOfStorage(storage, now),
        isHeldByPaidDays && storage.limitBytes !== null
          ? { code: 'limit-below-paid-days', limitBytes: storage.limitBytes, footageBytes: storage.footageBytes ?? 0 }
          : null,
        warnOfOffline(counted, now),
        ...queues.map((queue) => warnOfQueue(queue, now)),
        config.smtpUrl === null && config.operators !== null ? { code: 'no-mail-server' } : null,
        deps.isDetectionOverBudget() ? { code: 'detection-over-budget', cores: config.detectionCpu } : null,
      ];
      return {
        checkedAt: now,
        warnings: warnings.filter((warning) => warning !== null),
        cameras: countCameras(counted),
        nodes,
        storage,
        queues,
        people: await readPeople(now),
        server: {
          version,
          startedAt,
          database: config.databaseUrl === null ? 'sqlite' : 'postgres',
          isEveryoneOperator: config.operators === null,
          detectionCores: config.detectionCpu,
          newestVersion: deps.newestVersion(),
        },
      };
    },
  };
}

function toNode({ id, name, roles, version, lastSeenAt, isAlive, cameras, draining }: KnownNode): OperatorNode {
  const known = (['api', 'media', 'jobs'] as const).filter((role) => roles.includes(role));
  const state = isAlive ? (draining ? 'draining' : 'running') : 'silent';
  return { id, name, roles: known, version, state, lastSeenAt, cameras, processor: null, recordedBytesPerSecond: null, disk: null };
}

function toSilent({ name, lastSeenAt, cameras }: OperatorNode): OperatorWarning {
  return { code: 'node-silent', node: name, since: lastSeenAt, cameras };
}

/** Full is when the oldest footage goes before its days are over; a limit that the operator set is meant to be reached. */
function warnOfStorage({ freeBytes, reservedBytes, fullAt }: OperatorOverview['storage'], now: number): OperatorWarning | null {
  if (freeBytes <= reservedBytes) return { code: 'storage-full' };
  if (fullAt === null || fullAt <= now) return null;
  const days = (fullAt - now) / dayMs;
  return days < warnedDays ? { code: 'storage-full-soon', fullAt, days } : null;
}

/** Receivers of webhooks are not the operator's, and push services drop what is old. */
const watchedQueues: readonly string[] = ['email', 'telegram', 'deletion'];

function warnOfQueue({ queue, waiting, since }: OperatorOverview['queues'][number], now: number): OperatorWarning | null {
  if (!watchedQueues.includes(queue) || since === null || now - since < stuckMs) return null;
  return { code: 'queue-stuck', queue, waiting, since };
}

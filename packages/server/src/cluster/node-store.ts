import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { ClusterSettings, ServerRole } from '../kernel/settings/cluster-settings.ts';
import { databaseNow } from './database-time.ts';

/** A node of the cluster, as an operator sees it. */
interface NodeEntry {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly version: string;
  /** Time of its last heartbeat, Unix ms. */
  readonly lastSeenAt: number;
  /** Whether others may take its cameras. */
  readonly isAlive: boolean;
  /** Number of cameras that it holds. */
  readonly cameras: number;
  /** Whether it hands its cameras over because it stops. */
  readonly draining: boolean;
}

/** A node that may have ended. */
interface SilentNode {
  readonly id: string;
  readonly address: string;
  /** Time of its last heartbeat, Unix ms. */
  readonly seenAt: number;
}

/** The rows of the nodes; every time in them is the database's. */
export interface NodeStore {
  /**
   * Adds the node, or renews it after a restart.
   * @param ownAddress where it is reached unless the operator says otherwise
   */
  register(ownAddress?: string | null): Promise<void>;
  /**
   * Says that the node is alive.
   * @returns the number of changes of its leases so far, by which it learns that there are new ones
   */
  beat(): Promise<number>;
  /** From now on no camera is placed on it. */
  drain(): Promise<void>;
  /** It has handed over everything: whatever it left is taken at once. */
  leave(): Promise<void>;
  /** Whether this node plans for all: the first of those that ingest. One is enough, and every node knows the same one. */
  isPlanner(): Promise<boolean>;
  /** Returns the others that are said to be alive but missed a heartbeat, and where they are reached. */
  silent(): Promise<readonly SilentNode[]>;
  /** Lets others take the cameras of a node that is known to have ended, unless it has reported meanwhile. */
  bury(node: SilentNode): Promise<void>;
  /** Returns where a living node is reached; null when it is gone, or has no address. */
  addressOf(id: string): Promise<string | null>;
  /** Whether a node is alive, whether or not others reach it. */
  isAlive(id: string): Promise<boolean>;
  /** Returns the nodes that take cameras. */
  takers(): Promise<{ readonly id: string; readonly capacity: number }[]>;
  /** Returns where these are reached, as far as they have an address. */
  mediaAddresses(): Promise<string[]>;
}

/** Without a heartbeat for this long, a node's cameras are taken by others, ms. */
const leaseTtlMs = 5000;
/** After this long a node has missed a heartbeat, ms. */
const silentAfterMs = 1500;
/** Time between two heartbeats, ms. */
export const heartbeatMs = 1000;

interface NodeStoreOptions extends Pick<ClusterSettings, 'roles' | 'name' | 'address' | 'capacity'> {
  readonly db: Db;
  readonly nodeId: string;
  readonly version: string;
}

const mediaRole: ServerRole = 'media';

export function createNodeStore({ db, nodeId, roles, name, address, capacity, version }: NodeStoreOptions): NodeStore {
  const now = databaseNow(db);
  const aliveUntil = sql<number>`${now} + ${sql.lit(leaseTtlMs)}`;
  const takers = db
    .selectFrom('nodes')
    .where('alive_until', '>', now)
    .where('is_draining', '=', 0)
    .where('roles', 'like', `%${mediaRole}%`);

  return {
    register: async (ownAddress = null) => {
      const state = { name, roles: roles.join(','), address: address ?? ownAddress, capacity, version, is_draining: 0 as const };
      const times = { started_at: now, seen_at: now, alive_until: aliveUntil };
      await db
        .insertInto('nodes')
        .values({ id: nodeId, ...state, ...times, lease_changes: 0 })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...state, ...times }))
        .execute();
    },
    beat: async () => {
      const { lease_changes } = await db
        .updateTable('nodes')
        .set({ seen_at: now, alive_until: aliveUntil })
        .where('id', '=', nodeId)
        .returning('lease_changes')
        .executeTakeFirstOrThrow();
      return lease_changes;
    },
    drain: async () => void (await db.updateTable('nodes').set({ is_draining: 1 }).where('id', '=', nodeId).execute()),
    leave: async () => void (await db.updateTable('nodes').set({ is_draining: 1, alive_until: now }).where('id', '=', nodeId).execute()),
    isPlanner: async () => (await takers.select('id').orderBy('id').limit(1).executeTakeFirst())?.id === nodeId,
    silent: async () => {
      const rows = await db
        .selectFrom('nodes')
        .select(['id', 'address', 'seen_at'])
        .where('id', '!=', nodeId)
        .where('alive_until', '>', now)
        .where('seen_at', '<', sql<number>`${now} - ${sql.lit(silentAfterMs)}`)
        .execute();
      return rows.flatMap(({ id, address: at, seen_at }) => (at === null ? [] : [{ id, address: at, seenAt: seen_at }]));
    },
    bury: async ({ id, seenAt }) =>
      void (await db.updateTable('nodes').set({ alive_until: now }).where('id', '=', id).where('seen_at', '=', seenAt).execute()),
    addressOf: async (id) =>
      (await db.selectFrom('nodes').select('address').where('id', '=', id).where('alive_until', '>', now).executeTakeFirst())?.address ??
      null,
    isAlive: async (id) =>
      (await db.selectFrom('nodes').select('id').where('id', '=', id).where('alive_until', '>', now).executeTakeFirst()) !== undefined,
    takers: () => takers.select(['id', 'capacity']).orderBy('id').execute(),
    mediaAddresses: async () => (await takers.select('address').orderBy('id').execute()).flatMap(({ address: at }) => at ?? []),
  };
}

/** Lists all nodes that ever registered, by their names; empty where one machine runs alone. */
export async function listNodes(db: Db): Promise<NodeEntry[]> {
  const rows = await db
    .selectFrom('nodes')
    .select(['id', 'name', 'roles', 'version', 'seen_at', 'is_draining'])
    .select(({ eb, selectFrom }) => [
      eb('alive_until', '>', databaseNow(db)).as('is_alive'),
      selectFrom('camera_leases')
        .select(({ fn }) => fn.countAll<number>().as('cameras'))
        .whereRef('camera_leases.node_id', '=', 'nodes.id')
        .as('cameras'),
    ])
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    roles: row.roles.split(','),
    version: row.version,
    lastSeenAt: row.seen_at,
    isAlive: Boolean(row.is_alive),
    cameras: Number(row.cameras ?? 0),
    draining: row.is_draining === 1,
  }));
}

/**
 * Returns the cameras whose node is gone, and that no other node has taken, as when none is left.
 * @returns by id, when their node was last heard of, Unix ms
 */
export async function listLostCameras(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('camera_leases')
    .innerJoin('nodes', 'nodes.id', 'camera_leases.node_id')
    .select(['camera_leases.camera_id', 'nodes.seen_at'])
    .where('nodes.alive_until', '<=', databaseNow(db))
    .execute();
  return new Map(rows.map(({ camera_id, seen_at }) => [camera_id, seen_at]));
}

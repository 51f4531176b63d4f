import { sql, type Transaction } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Database } from '../db/schema.ts';
import { databaseNow, isPostgres } from './database-time.ts';
import { compare, type Move, type PlacedCamera, type PlacementCamera } from './placement.ts';

/** A camera that a node holds. */
export interface HeldLease {
  readonly cameraId: string;
  /** Grows whenever the lease changes hands; what is written with an older one is refused. */
  readonly token: number;
  /** The node that it must be handed over to; null when it stays. */
  readonly nextNodeId: string | null;
}

/** Which node holds which camera. Each change of hands raises the fencing token in the same statement. */
export interface LeaseStore {
  /** Returns the leases of a node. */
  heldBy(nodeId: string): Promise<HeldLease[]>;
  /** Makes what an earlier process of this node wrote late be refused; called once at its start. */
  renewTokens(nodeId: string): Promise<void>;
  /** Returns cameras whose account is in use and that no living node holds. @param limit of cameras returned */
  orphans(limit: number): Promise<PlacementCamera[]>;
  /** Gives cameras to nodes, unless another planner was faster. */
  assign(places: ReadonlyMap<string, string>): Promise<void>;
  /** Returns all cameras that living nodes hold; those on their way count where they go. */
  placed(): Promise<PlacedCamera[]>;
  /** Asks holders to hand cameras over. */
  requestMoves(moves: readonly Move[]): Promise<void>;
  /**
   * Gives a camera up: to the node that waits for it, else to whom the planner chooses. Does nothing when it was taken meanwhile.
   * @param token under which it was held
   */
  release(cameraId: string, token: number): Promise<void>;
  /** Makes its holder restart a camera with what is stored now. */
  restart(cameraId: string): Promise<void>;
  /** Returns the living node that holds a camera, and where it is reached; null for none. */
  holderOf(cameraId: string): Promise<{ readonly nodeId: string; readonly address: string | null } | null>;
  /** Moves a camera to the node that its agent is connected to. */
  claim(cameraId: string, nodeId: string): Promise<void>;
  /** Returns the cameras of a node whose video is decoded for motion all the time. */
  watchedForMotion(nodeId: string): Promise<ReadonlySet<string>>;
  saveWeights(weights: ReadonlyMap<string, number>): Promise<void>;
}

type Writer = Transaction<Database>;

/** Parameters of a statement are limited. */
const batchRows = 500;

export function createLeaseStore(db: Db): LeaseStore {
  const now = databaseNow(db);
  const locks = isPostgres(db);
  const nextToken = sql<number>`fencing_token + 1`;

  /** The nodes learn by their next heartbeat that their leases changed. */
  const announce = async (writer: Writer, nodeIds: Iterable<string | null>): Promise<void> => {
    const ids = [...new Set(nodeIds)].filter((id) => id !== null).toSorted(compare);
    // One by one in order: two planners that lock the same nodes in different orders would wait for each other.
    for (const id of ids)
      await writer
        .updateTable('nodes')
        .set(({ eb }) => ({ lease_changes: eb('lease_changes', '+', 1) }))
        .where('id', '=', id)
        .execute();
  };
  const inBatches = async <T>(items: readonly T[], work: (batch: readonly T[]) => Promise<void>): Promise<void> => {
    for (let index = 0; index < items.length; index += batchRows) await work(items.slice(index, index + batchRows));
  };
  /** Locks leases in one order for all writers. */
  const lock = (writer: Writer, cameraIds: readonly string[]) =>
    writer
      .selectFrom('camera_leases')
      .select(['camera_id', 'node_id', 'fencing_token', 'next_node_id'])
      .where('camera_id', 'in', cameraIds)
      .orderBy('camera_id')
      .$if(locks, (query) => query.forUpdate())
      .execute();

  return {
    heldBy: async (nodeId) =>
      (
        await db
          .selectFrom('camera_leases')
          .select(['camera_id', 'fencing_token', 'next_node_id'])
          .where('node_id', '=', nodeId)
          .orderBy('camera_id')
          .execute()
      ).map((row) => ({ cameraId: row.camera_id, token: row.fencing_token, nextNodeId: row.next_node_id })),
    renewTokens: async (nodeId) =>
      void (await db.updateTable('camera_leases').set({ fencing_token: nextToken }).where('node_id', '=', nodeId).execute()),
    orphans: async (limit) =>
      (
        await db
          .selectFrom('cameras')
          .innerJoin('customers', 'customers.id', 'cameras.owner_id')
          .leftJoin('camera_leases', 'camera_leases.camera_id', 'cameras.id')
          .leftJoin('nodes', (join) => join.onRef('nodes.id', '=', 'camera_leases.node_id').on('nodes.alive_until', '>', now))
          .select(['cameras.id', 'camera_leases.weight'])
          .where('customers.deleted_at', 'is', null)
          .where('nodes.id', 'is', null)
          .orderBy('cameras.id')
          .limit(limit)
          .execute()
      ).map(({ id, weight }) => ({ id, weight: weight ?? 1 })),
    assign: (places) =>
      inBatches(
        [...places].toSorted(([a], [b]) => compare(a, b)),
        async (batch) => {
          await db.transaction().execute(async (writer) => {
            await writer
              .insertInto('camera_leases')
              .columns(['camera_id', 'fencing_token', 'weight'])
              // Only cameras that still exist: one may have been removed meanwhile.
              .expression(({ selectFrom, lit }) =>
                selectFrom('cameras')
                  .select(['id', lit(0).as('fencing_token'), lit(1).as('weight')])
                  .where(
                    'id',
                    'in',
                    batch.map(([cameraId]) => cameraId),
                  ),
              )
              .onConflict((conflict) => conflict.column('camera_id').doNothing())
              .execute();
            const rows = await lock(
              writer,
              batch.map(([cameraId]) => cameraId),
            );
            const alive = new Set(
              (await writer.selectFrom('nodes').select('id').where('alive_until', '>', now).execute()).map(({ id }) => id),
            );
            const free = rows.filter(({ node_id }) => node_id === null || !alive.has(node_id));
            const chosen = Map.groupBy(free, ({ camera_id }) => places.get(camera_id) ?? '');
            for (const [nodeId, own] of chosen)
              await writer
                .updateTable('camera_leases')
                .set({ node_id: nodeId, next_node_id: null, fencing_token: nextToken })
                .where(
                  'camera_id',
                  'in',
                  own.map(({ camera_id }) => camera_id),
                )
                .execute();
            // The one that was thought dead, too: it may wake up.
            await announce(writer, [...chosen.keys(), ...free.map(({ node_id }) => node_id)]);
          });
        },
      ),
    placed: async () =>
      (
        await db
          .selectFrom('camera_leases')
          .innerJoin('nodes', 'nodes.id', 'camera_leases.node_id')
          .innerJoin('cameras', 'cameras.id', 'camera_leases.camera_id')
          .select(['camera_id', 'camera_leases.node_id', 'next_node_id', 'weight', 'source_kind'])
          .where('alive_until', '>', now)
          .execute()
      ).flatMap(({ camera_id, node_id, next_node_id, weight, source_kind }) =>
        node_id === null
          ? []
          : [{ id: camera_id, nodeId: next_node_id ?? node_id, weight, isPinned: source_kind !== 'rtsp' || next_node_id !== null }],
      ),
    requestMoves: (moves) =>
      inBatches(moves, async (batch) => {
        await db.transaction().execute(async (writer) => {
          for (const { cameraId, from, to } of batch.toSorted((a, b) => compare(a.cameraId, b.cameraId)))
            await writer
              .updateTable('camera_leases')
              .set({ next_node_id: to })
              .where('camera_id', '=', cameraId)
              .where('node_id', '=', from)
              .execute();
          await announce(
            writer,
            batch.map(({ from }) => from),
          );
        });
      }),
    release: (cameraId, token) =>
      db.transaction().execute(async (writer) => {
        const [lease] = await lock(writer, [cameraId]);
        if (lease?.fencing_token !== token) return;
        await writer
          .updateTable('camera_leases')
          .set({ node_id: lease.next_node_id, next_node_id: null, fencing_token: nextToken })
          .where('camera_id', '=', cameraId)
          .execute();
        await announce(writer, [lease.next_node_id]);
      }),
    restart: (cameraId) =>
      db.transaction().execute(async (writer) => {
        const [lease] = await lock(writer, [cameraId]);
        if (!lease) return;
        await writer.updateTable('camera_leases').set({ fencing_token: nextToken }).where('camera_id', '=', cameraId).execute();
        await announce(writer, [lease.node_id]);
      }),
    holderOf: async (cameraId) =>
      (await db
        .selectFrom('camera_leases')
        .innerJoin('nodes', 'nodes.id', 'camera_leases.node_id')
        .select(['nodes.id as nodeId', 'nodes.address'])
        .where('camera_id', '=', cameraId)
        .where('alive_until', '>', now)
        .executeTakeFirst()) ?? null,
    claim: (cameraId, nodeId) =>
      db.transaction().execute(async (writer) => {
        const [lease] = await lock(writer, [cameraId]);
        if (!lease || lease.node_id === nodeId) return;
        const holder = await writer
          .selectFrom('nodes')
          .select('id')
          .where('id', '=', lease.node_id ?? '')
          .where('alive_until', '>', now)
          .executeTakeFirst();
        // A living holder ends its last segment first.
        await writer
          .updateTable('camera_leases')
          .set(holder ? { next_node_id: nodeId } : { node_id: nodeId, next_node_id: null, fencing_token: nextToken })
          .where('camera_id', '=', cameraId)
          .execute();
        await announce(writer, [holder ? holder.id : nodeId]);
      }),
    watchedForMotion: async (nodeId) => {
      const rows = await db
        .selectFrom('motion_detection')
        .innerJoin('camera_leases', 'camera_leases.camera_id', 'motion_detection.camera_id')
        .select('motion_detection.camera_id')
        .where('is_enabled', '=', 1)
        .where('node_id', '=', nodeId)
        .execute();
      return new Set(rows.map(({ camera_id }) => camera_id));
    },
    saveWeights: (weights) =>
      inBatches(
        [...weights].toSorted(([a], [b]) => compare(a, b)),
        async (batch) => {
          await db.transaction().execute(async (writer) => {
            for (const [cameraId, weight] of batch)
              await writer.updateTable('camera_leases').set({ weight }).where('camera_id', '=', cameraId).execute();
          });
        },
      ),
  };
}

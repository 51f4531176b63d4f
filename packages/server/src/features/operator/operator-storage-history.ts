import type { OperatorOverview } from '@watchpost/contract/schemas/operator';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import { inBackground } from '../../kernel/limits/database-wait.ts';
import type { Logger } from '../../kernel/log.ts';

type StorageDay = OperatorOverview['storage']['history'][number];

/** How full the disk of this server was: noted every hour, kept day by day. */
export interface StorageHistory {
  /** Returns the last days, oldest first; today is not among them. */
  read(): Promise<StorageDay[]>;
  /** Returns how full the disk of each node was within the last day, 0 to 1, by node. */
  readShares(): Promise<ReadonlyMap<string, number>>;
  start(): void;
  stop(): void;
}

interface StorageHistoryDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** Identifies this server among others; any constant where it runs alone. */
  readonly nodeId: string;
  readonly readDisk: () => Promise<{ readonly free: number; readonly total: number }>;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const shownDays = 14;
const keptDays = 90;

export function createStorageHistory({ db, clock, log, nodeId, readDisk }: StorageHistoryDeps): StorageHistory {
  const today = (): number => Math.floor(clock.now() / dayMs) * dayMs;
  let stopNoting = (): void => undefined;

  const note = async (): Promise<void> => {
    const { free, total } = await readDisk();
    const sizes = { used_bytes: total - free, total_bytes: total };
    await db
      .insertInto('storage_days')
      .values({ node_id: nodeId, day: today(), ...sizes })
      .onConflict((conflict) => conflict.columns(['node_id', 'day']).doUpdateSet(sizes))
      .execute();
    await db
      .deleteFrom('storage_days')
      .where('node_id', '=', nodeId)
      .where('day', '<', today() - keptDays * dayMs)
      .execute();
  };
  const tryNote = (): void =>
    void inBackground(note).catch((error: unknown) =>
      log.debug({ err: error }, 'How full the disk is could not be noted; tried again later'),
    );

  return {
    read: async () => {
      const rows = await db
        .selectFrom('storage_days')
        .select(['day', 'used_bytes'])
        .where('node_id', '=', nodeId)
        .where('day', '>=', today() - shownDays * dayMs)
        .where('day', '<', today())
        .orderBy('day')
        .execute();
      return rows.map(({ day, used_bytes }) => ({ day, usedBytes: used_bytes }));
    },
    readShares: async () => {
      const rows = await db
        .selectFrom('storage_days')
        .select(['node_id', 'used_bytes', 'total_bytes'])
        .where('day', '>=', today() - dayMs)
        .orderBy('day')
        .execute();
      return new Map(rows.flatMap((row) => (row.total_bytes > 0 ? [[row.node_id, row.used_bytes / row.total_bytes] as const] : [])));
    },
    start: () => {
      tryNote();
      stopNoting = callEvery(clock, hourMs, tryNote);
    },
    stop: () => stopNoting(),
  };
}

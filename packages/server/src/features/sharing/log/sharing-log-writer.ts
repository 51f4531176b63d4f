import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../../db/database.ts';
import type { AccessLogTable } from '../../../db/sharing-tables.ts';
import { inBackground } from '../../../kernel/limits/database-wait.ts';
import type { Logger } from '../../../kernel/log.ts';

/** Writes entries in batches; keeps them while the database is unavailable. */
export interface AccessLogWriter {
  /** Stores an entry, or its present state; a newer state replaces one that still waits. */
  put(row: AccessLogTable): void;
  /** Writes what waits; never rejects, what could not be written stays. Closes what a crash left open first. */
  flush(): Promise<void>;
  /** Drops what waits for a removed camera. */
  forget(cameraId: string): void;
  /** Number of entries that wait. */
  readonly pending: number;
  /** Writes what waits, once. */
  close(): Promise<void>;
}

export interface AccessLogWriterDeps {
  readonly db: Db;
  readonly log: Logger;
  /** Maximum number of entries that wait; beyond it the oldest is dropped. */
  readonly capacity?: number;
}

const batchRows = 500;

export function createAccessLogWriter({ db, log, capacity = 20_000 }: AccessLogWriterDeps): AccessLogWriter {
  /** By id, the oldest first. */
  const waiting = new Map<string, AccessLogTable>();
  let running: Promise<void> | null = null;
  let isRepaired = false;
  let isFailing = false;
  let dropped = 0;

  const write = async (): Promise<void> => {
    if (!isRepaired) await closeOpenEntries(db);
    isRepaired = true;
    while (waiting.size > 0) {
      const batch = [...waiting.values()].slice(0, batchRows);
      await store(db, batch);
      for (const row of batch) if (waiting.get(row.id) === row) waiting.delete(row.id);
      if (waiting.size > 0) await nextTurn();
    }
    if (dropped > 0) log.warn({ entries: dropped }, 'Entries of the access log were lost while the database was unavailable');
    dropped = 0;
    isFailing = false;
  };

  const flush = (): Promise<void> =>
    (running ??= inBackground(write)
      .catch((error: unknown) => {
        if (!isFailing) log.warn({ err: error, entries: waiting.size }, 'The access log cannot be written; retrying');
        isFailing = true;
      })
      .finally(() => (running = null)));

  return {
    put: (row) => {
      waiting.set(row.id, row);
      const [oldest] = waiting.keys();
      if (waiting.size <= capacity || oldest === undefined) return;
      waiting.delete(oldest);
      dropped += 1;
    },
    flush,
    forget: (cameraId) => {
      for (const [id, row] of waiting) if (row.camera_id === cameraId) waiting.delete(id);
    },
    get pending() {
      return waiting.size;
    },
    close: async () => {
      // What was put during a running write needs another.
      await running;
      await flush();
      if (waiting.size > 0) log.warn({ entries: waiting.size }, 'The newest entries of the access log are lost');
    },
  };
}

/** Ends the entries that a crash left open when their viewers were last known to watch. */
async function closeOpenEntries(db: Db): Promise<void> {
  await db
    .updateTable('access_log')
    .set(({ fn, ref }) => ({ until: fn.coalesce(ref('seen_at'), ref('at')) }))
    .where('until', 'is', null)
    .execute();
}

async function store(db: Db, batch: readonly AccessLogTable[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // A camera may have been removed meanwhile, and its entries with it.
    const cameras = await transaction
      .selectFrom('cameras')
      .select('id')
      .where('id', 'in', [...new Set(batch.map(({ camera_id }) => camera_id))])
      .execute();
    const existing = new Set(cameras.map(({ id }) => id));
    const rows = batch.filter(({ camera_id }) => existing.has(camera_id));
    if (rows.length === 0) return;
    const labels = await readLabels(transaction, rows);
    await transaction
      .insertInto('access_log')
      .values(rows.map((row) => ({ ...row, invite_label: row.invite_id === null ? null : (labels.get(row.invite_id) ?? '') })))
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          until: ref('excluded.until'),
          seen_at: ref('excluded.seen_at'),
          range_from: ref('excluded.range_from'),
          range_until: ref('excluded.range_until'),
        })),
      )
      .execute();
  });
}

async function readLabels(db: Db, rows: readonly AccessLogTable[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map(({ invite_id }) => invite_id).filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const invites = await db.selectFrom('invites').select(['id', 'label']).where('id', 'in', ids).execute();
  return new Map(invites.map(({ id, label }) => [id, label]));
}

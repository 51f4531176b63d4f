import { rm, rmdir, statfs } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Logger } from '../../kernel/log.ts';
import { releaseObjects } from '../object-store/object-sweep.ts';
import type { Spool } from '../object-store/spool.ts';
import type { FootageLedger } from '../recording/footage-ledger.ts';
import { hourMs, type FootagePaths } from '../recording/footage-paths.ts';
import type { Outages } from '../recording/outages.ts';
import { joinSpans, maxSeamMs, type Span } from '../recording/spans.ts';
import { createPlausibleTime } from './plausible-time.ts';
import type { FootageLimit } from './footage-limit.ts';
import type { SizedSegment, StorageQuotas } from './storage-quotas.ts';

/**
 * Deletes footage by age for every camera, and by space and the operator's limit for all of them, first that of accounts over their
 * quota. Rows are deleted before files, so that no client is sent to a missing file.
 */
export interface Retention {
  /** Deletes everything that is due now. */
  run(): Promise<void>;
  /** Deletes the oldest footage until enough space is free, and no more is kept than the operator's limit. */
  freeSpace(): Promise<void>;
  /**
   * Deletes whole segments of a range that a user no longer wants.
   * @throws {Error} when something is left: call again
   */
  deleteRange(cameraId: string, range: Span): Promise<void>;
  /**
   * Deletes all footage of a removed camera.
   * @throws {Error} when something is left: call again
   */
  forget(cameraId: string): Promise<void>;
  close(): Promise<void>;
}

export interface RetentionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly paths: FootagePaths;
  readonly ledger: FootageLedger;
  readonly outages: Pick<Outages, 'note' | 'settle'>;
  /** Quotas of the accounts; without it all are unlimited. */
  readonly quotas?: StorageQuotas;
  /** The operator's limit of all footage; without it only the disk limits it. */
  readonly limit?: FootageLimit;
  /** The node whose disk is meant, of a cluster: each deletes its own footage. All of it where one machine runs alone. */
  readonly nodeId?: string | undefined;
  /** What is on the disk alone: only deleting that frees it. All footage is, by default. */
  readonly spool?: Pick<Spool, 'oldest' | 'onlyHere'> | undefined;
  /** Returns the bytes available to the server and in total; reads the disk by default. */
  readonly readSpace?: () => Promise<{ readonly free: number; readonly total: number }>;
}

interface SegmentRow {
  readonly start_ms: number;
  readonly duration_ms: number;
}

const runIntervalMs = 600_000;
const spaceCheckIntervalMs = 10_000;
const dayMs = 86_400_000;
const batch = 64;
/** Rows per statement when nothing of a camera remains, which takes a few milliseconds. */
const largeBatch = 2000;

/** Returns the bytes that must stay free: 1 GB, or 5 % of a small disk. */
export function neededSpace(total: number): number {
  return Math.min(1_000_000_000, total * 0.05);
}

export function createRetention(deps: RetentionDeps): Retention {
  const { db, clock, log, paths, ledger, outages, quotas, limit, nodeId, spool } = deps;
  const readSpace = deps.readSpace ?? (() => diskSpace(paths.root));
  const plausibleNow = createPlausibleTime(clock);
  let queue: Promise<void> = Promise.resolve();
  let isFreeing = false;

  const enqueue = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(work).catch((error: unknown) => log.warn({ err: error }, 'Old footage could not be deleted; retrying'));
    return queue;
  };
  const removeFiles = async (cameraId: string, starts: readonly number[]): Promise<void> => {
    for (const start of starts) await rm(paths.segment(cameraId, start), { force: true });
    for (const start of new Set(starts.map((at) => Math.floor(at / hourMs) * hourMs))) {
      await removeIfEmpty(paths.hour(cameraId, start));
      await removeIfEmpty(paths.day(cameraId, start));
    }
  };
  const removeSegments = async (cameraId: string, starts: readonly number[]): Promise<void> => {
    await ledger.remove(cameraId, starts);
    await removeFiles(cameraId, starts);
  };
  /** Writes the reason before deleting: after a kill in between, the index is rebuilt from the files and must not restore them. */
  const removeRows = async (cameraId: string, rows: readonly SegmentRow[], reason: 'deleted' | 'disk'): Promise<void> => {
    for (const span of joinSpans(
      rows.map(({ start_ms, duration_ms }) => ({ from: start_ms, to: start_ms + duration_ms })),
      maxSeamMs,
    ))
      await outages.note(cameraId, span, reason);
    await removeSegments(
      cameraId,
      rows.map(({ start_ms }) => start_ms),
    );
  };
  const deleteRange = async (cameraId: string, { from, to }: Span): Promise<void> => {
    for (;;) {
      const rows = await db
        .selectFrom('segments')
        .select(['start_ms', 'duration_ms'])
        .where('camera_id', '=', cameraId)
        .where('start_ms', '>=', from)
        .where(sql<boolean>`start_ms + duration_ms <= ${to}`)
        .where('start_ms', '<', to)
        .orderBy('start_ms')
        .limit(batch)
        .execute();
      if (rows.length === 0) return;
      await removeRows(cameraId, rows, 'deleted');
    }
  };
  const forget = async (cameraId: string): Promise<void> => {
    // A month of a camera is half a million rows, so they are deleted in parts, yielding in between.
    while (await ledger.removeOldest(cameraId, largeBatch)) await nextTurn();
    await releaseObjects(db, cameraId);
    for (const table of ['footage', 'camera_outages', 'init_sections'] as const)
      await db.deleteFrom(table).where('camera_id', '=', cameraId).execute();
    await rm(paths.camera(cameraId), { recursive: true, force: true });
    await db.deleteFrom('footage_removals').where('camera_id', '=', cameraId).execute();
  };
  /** Completes removals of cameras that a kill interrupted. */
  const finishRemovals = async (): Promise<void> => {
    for (const { camera_id } of await db.selectFrom('footage_removals').select('camera_id').execute()) await forget(camera_id);
  };
  const removeOld = async (): Promise<void> => {
    const now = plausibleNow();
    const cameras = await db.selectFrom('cameras').select(['id', 'archive_days']).execute();
    for (const { id, archive_days } of cameras) {
      // Only whole hours are deleted, so that a folder is removed completely.
      const before = Math.floor((now - archive_days * dayMs) / hourMs) * hourMs;
      for (;;) {
        const rows = await db
          .selectFrom('segments')
          .select('start_ms')
          .where('camera_id', '=', id)
          .where('start_ms', '<', before)
          .$if(nodeId !== undefined, (query) => query.where('node_id', '=', nodeId ?? ''))
          .orderBy('start_ms')
          .limit(batch)
          .execute();
        if (rows.length === 0) break;
        await removeSegments(
          id,
          rows.map(({ start_ms }) => start_ms),
        );
      }
      await db.deleteFrom('camera_outages').where('camera_id', '=', id).where('ended_at', '<', before).execute();
      await db.deleteFrom('damaged_footage').where('camera_id', '=', id).where('end_ms', '<', before).execute();
      await db.deleteFrom('misdated_footage').where('camera_id', '=', id).where('end_ms', '<', before).execute();
    }
  };
  /** Accounts over their quota lose footage first: no account can displace another's. Paid days are kept unless the disk is full. */
  const findOldest = async (isDiskFull: boolean, diskBytes: number): Promise<readonly SizedSegment[]> => {
    // Where there is a limit, it is what accounts with a quota share.
    const overQuota = (await quotas?.oldestBeyond(batch, Math.min(diskBytes, limit?.limitBytes ?? Infinity))) ?? [];
    if (isDiskFull && spool) {
      const waiting = await spool.onlyHere(overQuota);
      return waiting.length > 0 ? waiting : spool.oldest(batch);
    }
    const deletable = isDiskFull || !limit ? overQuota : await limit.withoutPaid(overQuota);
    if (deletable.length > 0) return deletable;
    if (!isDiskFull && limit) return limit.oldest(batch);
    return db
      .selectFrom('segments')
      .select(['camera_id', 'start_ms', 'duration_ms', 'size'])
      .$if(nodeId !== undefined, (query) => query.where('node_id', '=', nodeId ?? ''))
      .orderBy('start_ms')
      .limit(batch)
      .execute();
  };
  const makeSpace = async (): Promise<void> => {
    for (;;) {
      const { free, total } = await readSpace();
      const missing = neededSpace(total) - free;
      const isDiskFull = missing > 0;
      const excess = isDiskFull || !limit ? missing : await limit.excess();
      // Reasons of outages may not have found room on the disk either.
      if (excess <= 0) return outages.settle();
      const oldest = await findOldest(isDiskFull, total);
      // Everything that is left was paid for: the operator is warned.
      if (oldest.length === 0 && !isDiskFull) return outages.settle();
      // Deletes no more than needed: on a small disk a few segments are a large share.
      let sum = 0;
      const rows = oldest.slice(0, 1 + oldest.findIndex(({ size }) => (sum += Number(size)) >= excess) || undefined);
      if (rows.length === 0) return log.warn('The disk is full of files other than footage');
      log.info(
        { segments: rows.length, until: rows.at(-1)?.start_ms },
        isDiskFull ? 'Deleting the oldest footage to free disk space' : 'Deleting the oldest footage for the limit of bytes',
      );
      quotas?.noteRemoved(rows);
      for (const [cameraId, own] of Map.groupBy(rows, ({ camera_id }) => camera_id)) {
        await removeRows(cameraId, own, 'disk').catch(async (error: unknown) => {
          // The index may be on the same full disk and reject writes, so files are deleted first here.
          log.warn({ err: error, cameraId }, 'The index cannot be written; deleting footage to free disk space');
          await removeFiles(
            cameraId,
            own.map(({ start_ms }) => start_ms),
          );
          await removeRows(cameraId, own, 'disk');
        });
      }
    }
  };
  const freeSpace = (): Promise<void> => {
    if (isFreeing) return queue;
    isFreeing = true;
    return enqueue(makeSpace).finally(() => (isFreeing = false));
  };
  /** Runs work in its turn; the caller handles its errors. */
  const inTurn = (work: () => Promise<void>, failure: string, cameraId: string): Promise<void> => {
    const done = queue.then(work);
    queue = done.catch((error: unknown) => log.warn({ err: error, cameraId }, failure));
    return done;
  };
  void enqueue(finishRemovals);
  const stops = [
    callEvery(clock, runIntervalMs, () => void enqueue(removeOld).then(() => enqueue(finishRemovals))),
    callEvery(clock, spaceCheckIntervalMs, () => void freeSpace()),
  ];

  return {
    run: async () => {
      await enqueue(removeOld);
      await freeSpace();
    },
    freeSpace,
    deleteRange: (cameraId, range) => inTurn(() => deleteRange(cameraId, range), 'Footage could not be deleted', cameraId),
    forget: (cameraId) => inTurn(() => forget(cameraId), 'The footage of a removed camera could not be deleted', cameraId),
    close: async () => {
      for (const stop of stops) stop();
      await queue;
    },
  };
}

async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT') throw error;
  });
}

async function diskSpace(folder: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

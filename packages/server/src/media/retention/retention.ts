import { rm, rmdir, statfs } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import type { FootageLedger } from '../recording/footage-ledger.ts';
import { hourMs, type FootagePaths } from '../recording/footage-paths.ts';
import type { Outages } from '../recording/outages.ts';
import { joinSpans, joinWithin, type Span } from '../recording/spans.ts';
import { createPlausibleTime } from './plausible-time.ts';

/** Deletes footage: by age for every camera, by space for all of them. Rows first, so that nobody is sent to a file that is gone. */
export interface Retention {
  /** Everything that is due now. */
  run(): Promise<void>;
  /** Oldest first, until enough is free. */
  freeSpace(): Promise<void>;
  /** What somebody no longer wants: whole segments of a range. @throws {Error} when something is left: call again */
  deleteRange(cameraId: string, range: Span): Promise<void>;
  /** All footage of a camera that was removed. @throws {Error} when something is left: call again */
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
  /** Bytes free for us and in all; the disk's own by default. */
  readonly readSpace?: () => Promise<{ readonly free: number; readonly total: number }>;
}

interface SegmentRow {
  readonly start_ms: number;
  readonly duration_ms: number;
}

const runEvery = 600_000;
const checkSpaceEvery = 10_000;
const dayMs = 86_400_000;
const batch = 64;
/** Rows that go in one statement when nothing of a camera stays: a few milliseconds. */
const largeBatch = 2000;

/** So much stays free: 1 GB, on small disks 5 %. */
export function neededSpace(total: number): number {
  return Math.min(1_000_000_000, total * 0.05);
}

export function createRetention(deps: RetentionDeps): Retention {
  const { db, clock, log, paths, ledger, outages } = deps;
  const readSpace = deps.readSpace ?? (() => diskSpace(paths.root));
  const plausibleNow = createPlausibleTime(clock);
  let queue: Promise<void> = Promise.resolve();
  let isFreeing = false;

  const enqueue = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(work).catch((error: unknown) => log.warn({ err: error }, 'Old footage could not be deleted; it is tried again'));
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
  /** Why they are missing is written first: after a kill in between the index is made anew of the files, and must not bring them back. */
  const takeAway = async (cameraId: string, rows: readonly SegmentRow[], reason: 'deleted' | 'disk'): Promise<void> => {
    for (const span of joinSpans(rows.map(({ start_ms, duration_ms }) => ({ from: start_ms, to: start_ms + duration_ms })), joinWithin)) await outages.note(cameraId, span, reason);
    await removeSegments(cameraId, rows.map(({ start_ms }) => start_ms));
  };
  const deleteRange = async (cameraId: string, { from, to }: Span): Promise<void> => {
    for (;;) {
      const rows = await db.selectFrom('segments').select(['start_ms', 'duration_ms']).where('camera_id', '=', cameraId).where('start_ms', '>=', from).where(sql<boolean>`start_ms + duration_ms <= ${to}`).where('start_ms', '<', to).orderBy('start_ms').limit(batch).execute();
      if (rows.length === 0) return;
      await takeAway(cameraId, rows, 'deleted');
    }
  };
  const forget = async (cameraId: string): Promise<void> => {
    // A month of a camera is half a million rows: in parts, with a turn for everybody else in between.
    while (await ledger.removeOldest(cameraId, largeBatch)) await nextTurn();
    for (const table of ['footage', 'camera_outages', 'init_sections'] as const) await db.deleteFrom(table).where('camera_id', '=', cameraId).execute();
    await rm(paths.camera(cameraId), { recursive: true, force: true });
    await db.deleteFrom('footage_removals').where('camera_id', '=', cameraId).execute();
  };
  /** Cameras that were removed when a kill came in between. */
  const finishRemovals = async (): Promise<void> => {
    for (const { camera_id } of await db.selectFrom('footage_removals').select('camera_id').execute()) await forget(camera_id);
  };
  const removeOld = async (): Promise<void> => {
    const now = plausibleNow();
    const cameras = await db.selectFrom('cameras').select(['id', 'archive_days']).execute();
    for (const { id, archive_days } of cameras) {
      // By whole hours: a folder goes at once.
      const before = Math.floor((now - archive_days * dayMs) / hourMs) * hourMs;
      for (;;) {
        const rows = await db.selectFrom('segments').select('start_ms').where('camera_id', '=', id).where('start_ms', '<', before).orderBy('start_ms').limit(batch).execute();
        if (rows.length === 0) break;
        await removeSegments(id, rows.map(({ start_ms }) => start_ms));
      }
      await db.deleteFrom('camera_outages').where('camera_id', '=', id).where('ended_at', '<', before).execute();
    }
  };
  const makeSpace = async (): Promise<void> => {
    for (;;) {
      const { free, total } = await readSpace();
      const missing = neededSpace(total) - free;
      // Why nothing was recorded may have found no room either.
      if (missing <= 0) return outages.settle();
      const oldest = await db.selectFrom('segments').select(['camera_id', 'start_ms', 'duration_ms', 'size']).orderBy('start_ms').limit(batch).execute();
      // No more than is needed: on a small disk a few segments are a good part of all there is.
      let sum = 0;
      const rows = oldest.slice(0, 1 + oldest.findIndex(({ size }) => (sum += size) >= missing) || undefined);
      if (rows.length === 0) return log.warn('The disk is full, and not of footage');
      log.info({ segments: rows.length, until: rows.at(-1)?.start_ms }, 'The oldest footage makes room');
      for (const [cameraId, own] of Map.groupBy(rows, ({ camera_id }) => camera_id)) {
        await takeAway(cameraId, own, 'disk').catch(async (error: unknown) => {
          // The index may lie on the same full disk and not take a word: files first, for once.
          log.warn({ err: error, cameraId }, 'The index can not be written; footage makes room for it');
          await removeFiles(cameraId, own.map(({ start_ms }) => start_ms));
          await takeAway(cameraId, own, 'disk');
        });
      }
    }
  };
  const freeSpace = (): Promise<void> => {
    if (isFreeing) return queue;
    isFreeing = true;
    return enqueue(makeSpace).finally(() => (isFreeing = false));
  };
  /** In its turn; what goes wrong is the caller's to know. */
  const inTurn = (work: () => Promise<void>, failure: string, cameraId: string): Promise<void> => {
    const done = queue.then(work);
    queue = done.catch((error: unknown) => log.warn({ err: error, cameraId }, failure));
    return done;
  };
  void enqueue(finishRemovals);
  const stops = [clock.every(runEvery, () => void enqueue(removeOld).then(() => enqueue(finishRemovals))), clock.every(checkSpaceEvery, () => void freeSpace())];

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

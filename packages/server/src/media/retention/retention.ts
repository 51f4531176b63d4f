import { rm, rmdir, statfs } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import { hourMs, type FootagePaths } from '../recording/footage-paths.ts';
import { createPlausibleTime } from './plausible-time.ts';

/** Deletes footage: by age for every camera, by space for all of them. Rows first, so that nobody is sent to a file that is gone. */
export interface Retention {
  /** Everything that is due now. */
  run(): Promise<void>;
  /** Oldest first, until enough is free. */
  freeSpace(): Promise<void>;
  /** All footage of a camera that was removed. @throws {Error} when something is left: call again */
  forget(cameraId: string): Promise<void>;
  close(): Promise<void>;
}

export interface RetentionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly paths: FootagePaths;
  /** Bytes free for us and in all; the disk's own by default. */
  readonly readSpace?: () => Promise<{ readonly free: number; readonly total: number }>;
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
  const { db, clock, log, paths } = deps;
  const readSpace = deps.readSpace ?? (() => diskSpace(paths.root));
  const plausibleNow = createPlausibleTime(clock);
  let queue: Promise<void> = Promise.resolve();
  let isFreeing = false;

  const enqueue = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(work).catch((error: unknown) => log.warn({ err: error }, 'Old footage could not be deleted; it is tried again'));
    return queue;
  };
  const removeSegments = async (rows: readonly { camera_id: string; start_ms: number }[]): Promise<void> => {
    for (const cameraId of new Set(rows.map(({ camera_id }) => camera_id))) {
      const starts = rows.filter(({ camera_id }) => camera_id === cameraId).map(({ start_ms }) => start_ms);
      await db.deleteFrom('segments').where('camera_id', '=', cameraId).where('start_ms', 'in', starts).execute();
      for (const start of starts) await rm(paths.segment(cameraId, start), { force: true });
      for (const start of new Set(starts.map((at) => Math.floor(at / hourMs) * hourMs))) {
        await removeIfEmpty(paths.hour(cameraId, start));
        await removeIfEmpty(paths.day(cameraId, start));
      }
    }
  };
  /** A month of a camera is half a million rows: in parts, with a turn for everybody else in between. */
  const forgetSegments = async (cameraId: string): Promise<void> => {
    for (;;) {
      const end = await db.selectFrom('segments').select('start_ms').where('camera_id', '=', cameraId).orderBy('start_ms').offset(largeBatch).limit(1).executeTakeFirst();
      const part = db.deleteFrom('segments').where('camera_id', '=', cameraId);
      await (end ? part.where('start_ms', '<', end.start_ms) : part).execute();
      if (!end) return;
      await nextTurn();
    }
  };
  const removeOld = async (): Promise<void> => {
    const now = plausibleNow();
    const cameras = await db.selectFrom('cameras').select(['id', 'archive_days']).execute();
    for (const { id, archive_days } of cameras) {
      // By whole hours: a folder goes at once.
      const before = Math.floor((now - archive_days * dayMs) / hourMs) * hourMs;
      for (;;) {
        const rows = await db.selectFrom('segments').select(['camera_id', 'start_ms']).where('camera_id', '=', id).where('start_ms', '<', before).orderBy('start_ms').limit(batch).execute();
        if (rows.length === 0) break;
        await removeSegments(rows);
      }
      await db.deleteFrom('camera_outages').where('camera_id', '=', id).where('ended_at', '<', before).execute();
    }
  };
  const makeSpace = async (): Promise<void> => {
    for (;;) {
      const { free, total } = await readSpace();
      if (free >= neededSpace(total)) return;
      const rows = await db.selectFrom('segments').select(['camera_id', 'start_ms']).orderBy('start_ms').limit(batch).execute();
      if (rows.length === 0) return log.warn('The disk is full, and not of footage');
      log.info({ segments: rows.length, until: rows.at(-1)?.start_ms }, 'The oldest footage makes room');
      await removeSegments(rows);
    }
  };
  const freeSpace = (): Promise<void> => {
    if (isFreeing) return queue;
    isFreeing = true;
    return enqueue(makeSpace).finally(() => (isFreeing = false));
  };
  const stops = [clock.every(runEvery, () => void enqueue(removeOld)), clock.every(checkSpaceEvery, () => void freeSpace())];

  return {
    run: async () => {
      await enqueue(removeOld);
      await freeSpace();
    },
    freeSpace,
    forget: (cameraId) => {
      const work = queue.then(async () => {
        await forgetSegments(cameraId);
        for (const table of ['camera_outages', 'init_sections'] as const) await db.deleteFrom(table).where('camera_id', '=', cameraId).execute();
        await rm(paths.camera(cameraId), { recursive: true, force: true });
      });
      queue = work.catch((error: unknown) => log.warn({ err: error, cameraId }, 'The footage of a removed camera could not be deleted'));
      return work;
    },
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

import { randomUUID } from 'node:crypto';
import { access, mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import type { Logger } from '../../kernel/log.ts';
import type { FootageLedger } from '../recording/footage-ledger.ts';
import { listInits } from '../recording/footage-files.ts';
import type { FootagePaths } from '../recording/footage-paths.ts';
import { neededSpace } from '../retention/retention.ts';
import { releaseObjects, sweepObjects } from './object-sweep.ts';
import { checkKey, type ObjectStore } from './port.ts';

/**
 * Moves recordings back from the bucket to the disk, newest first, while cameras are being recorded. A segment is in the bucket until its
 * file is whole, so a kill loses nothing.
 */
export interface Downloader {
  /** Moves until nothing is left, the disk has no room, or the bucket fails. */
  run(): Promise<void>;
  close(): Promise<void>;
}

export interface DownloaderDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly paths: FootagePaths;
  readonly objects: ObjectStore;
  readonly ledger: Pick<FootageLedger, 'unplace'>;
  /** Returns how many bytes may be written before retention would delete for them; asks the disk by default. */
  readonly readRoom?: () => Promise<number>;
}

const runIntervalMs = 60_000;
/** Room that is left to the cameras. */
const reservedBytes = 1_000_000_000;

export function createDownloader({
  db,
  clock,
  log,
  paths,
  objects,
  ledger,
  readRoom = () => roomOf(paths.root),
}: DownloaderDeps): Downloader {
  const stop = new AbortController();
  let running: Promise<void> | null = null;
  let wasFull = false;

  const fetchInits = async (cameraId: string): Promise<void> => {
    const here = await listInits(paths, cameraId);
    const stored = await db
      .selectFrom('footage_objects')
      .select(['key', 'size', 'init_hash'])
      .where('camera_id', '=', cameraId)
      .where('init_hash', 'is not', null)
      .where('remove_after', 'is', null)
      .execute();
    for (const { key, size, init_hash: hash } of stored) {
      if (hash === null || here.has(hash)) continue;
      await writeWhole(paths.init(cameraId, hash), await objects.read(key, { start: 0, end: size - 1 }, stop.signal));
    }
  };
  const fetchNewestObject = async (cameraId: string): Promise<'moved' | 'no-room' | 'none-left'> => {
    const newest = await db
      .selectFrom('stored_segments')
      .innerJoin('footage_objects', 'footage_objects.id', 'stored_segments.object_id')
      .select(['stored_segments.object_id', 'footage_objects.key', 'footage_objects.size'])
      .where('stored_segments.camera_id', '=', cameraId)
      .orderBy('stored_segments.start_ms', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!newest) return 'none-left';
    if ((await readRoom()) < newest.size + reservedBytes) return 'no-room';
    const segments = await db
      .selectFrom('stored_segments')
      .innerJoin('segments', (join) =>
        join.onRef('segments.camera_id', '=', 'stored_segments.camera_id').onRef('segments.start_ms', '=', 'stored_segments.start_ms'),
      )
      .select(['segments.start_ms', 'segments.size', 'stored_segments.position'])
      .where('stored_segments.object_id', '=', newest.object_id)
      .where('stored_segments.camera_id', '=', cameraId)
      .execute();
    const bytes = await objects.read(newest.key, { start: 0, end: newest.size - 1 }, stop.signal);
    for (const { start_ms: start, size, position } of segments)
      await writeWhole(paths.segment(cameraId, start), bytes.subarray(position, position + size));
    await ledger.unplace(
      cameraId,
      segments.map(({ start_ms }) => start_ms),
    );
    return 'moved';
  };
  /** Brings back what only the bucket has: the node that made a picture or a film may be gone. */
  const fetchCopies = async (cameraId: string): Promise<'moved' | 'no-room'> => {
    const copies = await db
      .selectFrom('footage_objects')
      .select(['key', 'size'])
      .where('camera_id', '=', cameraId)
      .where('remove_after', 'is', null)
      .where('key', 'not like', 'footage/%')
      .execute();
    for (const { key, size } of copies) {
      const file = join(dirname(paths.root), ...checkKey(key).split('/'));
      if (await isThere(file)) continue;
      if ((await readRoom()) < size + reservedBytes) return 'no-room';
      await writeWhole(file, await objects.read(key, { start: 0, end: size - 1 }, stop.signal));
    }
    return 'moved';
  };
  const work = async (): Promise<void> => {
    const cameras = await db.selectFrom('footage_objects').select('camera_id').distinct().where('remove_after', 'is', null).execute();
    for (const { camera_id: cameraId } of cameras) {
      await fetchInits(cameraId);
      let result = await fetchNewestObject(cameraId);
      while (result === 'moved') result = await fetchNewestObject(cameraId);
      if (result === 'none-left' && (await fetchCopies(cameraId)) === 'no-room') result = 'no-room';
      if (result === 'no-room') {
        if (!wasFull) log.warn('Recordings stay in the bucket: the disk has no room for more of them');
        wasFull = true;
        return;
      }
      // Its init sections and copies are on the disk, and nothing else is left in the bucket.
      await releaseObjects(db, cameraId);
    }
    await sweepObjects({ db, objects, now: clock.now() }, stop.signal);
  };
  const run = (): Promise<void> =>
    (running ??= work()
      .catch((error: unknown) => {
        if (!stop.signal.aborted) log.warn({ err: error }, 'Recordings cannot be moved from the bucket; retrying');
      })
      .finally(() => (running = null)));
  const stopTimer = callEvery(clock, runIntervalMs, () => void run());
  return {
    run,
    close: async () => {
      stopTimer();
      stop.abort();
      await running;
    },
  };
}

async function roomOf(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return bavail * bsize - neededSpace(blocks * bsize);
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Writes a file completely or not at all, readable by the server's user only. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${randomUUID()}.new`;
  try {
    const handle = await open(unfinished, 'w', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

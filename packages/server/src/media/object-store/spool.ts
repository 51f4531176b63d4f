import { readFile, rm, rmdir } from 'node:fs/promises';
import type { Db } from '../../db/database.ts';
import type { SizedSegment } from '../retention/storage-quotas.ts';
import { listHours, listNames, listSegments } from '../recording/footage-files.ts';
import { hourMs, type FootagePaths } from '../recording/footage-paths.ts';
import { isOnlyOnDisk, listStored } from './stored-index.ts';

/** Recordings that wait on the disk for the bucket: simply the files that the recorder has finished. */
export interface Spool {
  /** Lists the cameras that have a folder. */
  cameras(): Promise<string[]>;
  /** Lists the oldest indexed segments of a camera that are on the disk only, and removes files that the bucket has already. */
  waiting(cameraId: string, limit: { readonly bytes: number; readonly segments: number }): Promise<WaitingSegments>;
  read(cameraId: string, startMs: number): Promise<Uint8Array>;
  /** Removes files whose segments the bucket has. */
  remove(cameraId: string, starts: readonly number[]): Promise<void>;
  /** Returns the oldest segments of all cameras that are on the disk only: deleting others frees no disk. */
  oldest(count: number): Promise<SizedSegment[]>;
  /** Returns those of these segments that are on the disk only. */
  onlyHere(segments: readonly SizedSegment[]): Promise<SizedSegment[]>;
}

export interface WaitingSegments {
  readonly segments: readonly WaitingSegment[];
  /** Whether there are more than the limit. */
  readonly hasMore: boolean;
}

export interface WaitingSegment {
  readonly startMs: number;
  readonly durationMs: number;
  /** Bytes. */
  readonly size: number;
  readonly initHash: string;
}

/** Empty folders are kept this long: nothing that arrives late is still being written to them. */
const folderAgeMs = 2 * hourMs;

interface SpoolDeps {
  readonly db: Db;
  readonly paths: FootagePaths;
  /** Unix ms. */
  readonly now: () => number;
  /** The node whose disk it is, of a cluster. */
  readonly nodeId?: string | undefined;
}

export function createSpool({ db, paths, now, nodeId }: SpoolDeps): Spool {
  const cameras = (): Promise<string[]> => listNames(paths.root, /^[\w-]{1,64}$/);
  const remove = async (cameraId: string, starts: readonly number[]): Promise<void> => {
    for (const start of starts) await rm(paths.segment(cameraId, start), { force: true });
  };
  const removeFolders = async (cameraId: string, hour: number): Promise<void> => {
    if (hour > now() - folderAgeMs) return;
    // A folder that is not empty stays.
    await rmdir(paths.hour(cameraId, hour)).catch(() => undefined);
    await rmdir(paths.day(cameraId, hour)).catch(() => undefined);
  };
  const oldestHour = async (): Promise<number | null> => {
    let oldest: number | null = null;
    for (const cameraId of await cameras()) {
      const [first] = await listHours(paths, cameraId);
      if (first !== undefined) oldest = Math.min(first, oldest ?? first);
    }
    return oldest;
  };

  return {
    cameras,
    remove,
    read: (cameraId, startMs) => readFile(paths.segment(cameraId, startMs)),
    waiting: async (cameraId, limit) => {
      const segments: WaitingSegment[] = [];
      let bytes = 0;
      for (const hour of await listHours(paths, cameraId)) {
        const files = await listSegments(paths, cameraId, hour);
        if (files.size === 0) {
          await removeFolders(cameraId, hour);
          continue;
        }
        const stored = new Set(await listStored(db, cameraId, hour));
        // A kill came between indexing an object and removing its files.
        await remove(
          cameraId,
          [...files].filter((start) => stored.has(start)),
        );
        const rows = await db
          .selectFrom('segments')
          .select(['start_ms', 'duration_ms', 'size', 'init_hash'])
          .where('camera_id', '=', cameraId)
          .where('start_ms', '>=', hour)
          .where('start_ms', '<', hour + hourMs)
          .orderBy('start_ms')
          .execute();
        for (const { start_ms, duration_ms, size, init_hash } of rows) {
          if (!files.has(start_ms) || stored.has(start_ms)) continue;
          const isFull = segments.length > 0 && (bytes + size > limit.bytes || segments.length >= limit.segments);
          if (isFull) return { segments, hasMore: true };
          segments.push({ startMs: start_ms, durationMs: duration_ms, size, initHash: init_hash });
          bytes += size;
        }
      }
      return { segments, hasMore: false };
    },
    oldest: async (count) => {
      const since = await oldestHour();
      if (since === null) return [];
      return db
        .selectFrom('segments')
        .select(['camera_id', 'start_ms', 'duration_ms', 'size'])
        .where('start_ms', '>=', since)
        .where(isOnlyOnDisk)
        .$if(nodeId !== undefined, (query) => query.where('node_id', '=', nodeId ?? ''))
        .orderBy('start_ms')
        .limit(count)
        .execute();
    },
    onlyHere: async (segments) => {
      const kept: SizedSegment[] = [];
      for (const [cameraId, own] of Map.groupBy(segments, ({ camera_id }) => camera_id)) {
        const starts = own.map(({ start_ms }) => start_ms);
        const stored = await db
          .selectFrom('stored_segments')
          .select('start_ms')
          .where('camera_id', '=', cameraId)
          .where('start_ms', 'in', starts)
          .execute();
        const gone = new Set(stored.map(({ start_ms }) => start_ms));
        kept.push(...own.filter(({ start_ms }) => !gone.has(start_ms)));
      }
      return kept;
    },
  };
}

import type { Db } from '../../db/database.ts';
import { isMissing } from '../playback/file-pieces.ts';
import type { FootageSource, SegmentFile } from '../playback/footage-source.ts';
import { hourMs } from '../recording/footage-paths.ts';
import type { ObjectStore } from './port.ts';
import { createRangeCache, type RangeCache } from './range-cache.ts';
import { findStored, findStoredInit, listStored, listStoredHours, listStoredInits, type StoredPlace } from './stored-index.ts';

/** About a minute of 60 cameras. */
const maxCacheBytes = 64_000_000;
/** A segment up to this size is one request; a player reads it whole, and a picture of it costs no more. */
const partBytes = 1_000_000;

/** Reads recordings from the disk while they are there, and from the bucket afterwards. */
export function createStoredFootage({
  db,
  disk,
  objects,
}: {
  readonly db: Db;
  readonly disk: FootageSource;
  readonly objects: Pick<ObjectStore, 'read'>;
}): FootageSource {
  const cache = createRangeCache(objects, maxCacheBytes);
  return {
    hours: async (cameraId) => {
      // The disk first: what moves to the bucket meanwhile is found there.
      const onDisk = await disk.hours(cameraId);
      return [...new Set([...onDisk, ...(await listStoredHours(db, cameraId))])].toSorted((a, b) => a - b);
    },
    segments: async (cameraId, atMs) => {
      const onDisk = await disk.segments(cameraId, atMs);
      return new Set([...onDisk, ...(await listStored(db, cameraId, Math.floor(atMs / hourMs) * hourMs))]);
    },
    inits: async (cameraId) => new Set([...(await disk.inits(cameraId)), ...(await listStoredInits(db, cameraId))]),
    open: (cameraId, startMs) =>
      disk.open(cameraId, startMs).catch(async (error: unknown) => {
        if (!isMissing(error)) throw error;
        const place = await findStored(db, cameraId, startMs);
        if (!place) throw error;
        return openPlace(place, cache);
      }),
    readInit: (cameraId, hash) =>
      disk.readInit(cameraId, hash).catch(async (error: unknown) => {
        if (!isMissing(error)) throw error;
        const stored = await findStoredInit(db, cameraId, hash);
        if (!stored) throw error;
        return cache.read({ key: stored.key, start: 0, length: stored.size });
      }),
  };
}

function openPlace({ key, position, size }: StoredPlace, cache: RangeCache): SegmentFile {
  return {
    size,
    read: async (from, length) => {
      const to = Math.min(size, from + length);
      const parts: Uint8Array[] = [];
      // Parts begin at the same bytes for every reader, so that all share them.
      for (let start = Math.floor(from / partBytes) * partBytes; start < to; start += partBytes) {
        const part = await cache.read({ key, start: position + start, length: Math.min(partBytes, size - start) });
        parts.push(part.subarray(Math.max(0, from - start), to - start));
      }
      const [first] = parts;
      return parts.length === 1 && first ? first : Buffer.concat(parts);
    },
    close: async () => undefined,
  };
}

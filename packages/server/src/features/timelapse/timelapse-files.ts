import { createReadStream } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeLeftovers } from '../../kernel/files/leftovers.ts';
import type { Copies } from '../../media/object-store/file-copies.ts';
import type { ByteRange } from '../../media/playback/byte-range.ts';

/** The films on disk: `DATA_DIR/timelapses/<cameraId>/<eventId>.mp4` with a JPEG beside each, readable by the server's user only. */
export interface TimelapseFiles {
  path(cameraId: string, eventId: string): string;
  /** Says that a film is made: it may be copied to the bucket. */
  finish(cameraId: string, eventId: string): void;
  writePoster(cameraId: string, eventId: string, jpeg: Uint8Array): Promise<void>;
  readPoster(cameraId: string, eventId: string): Promise<Uint8Array | null>;
  /** Opens the film, or its copy in the bucket when another node made it. Returns null when both are missing. */
  open(
    cameraId: string,
    eventId: string,
  ): Promise<{ readonly size: number; readonly etag: string; read(range?: ByteRange): AsyncIterable<Uint8Array> } | null>;
  remove(cameraId: string, eventId: string): Promise<void>;
  removeCamera(cameraId: string): Promise<void>;
  /**
   * Deletes films that another node has given up.
   * @param kept returns those of the events whose films are to stay
   * @param before newer files stay, Unix ms
   */
  sweep(kept: (eventIds: readonly string[]) => Promise<ReadonlySet<string>>, before: number): Promise<void>;
}

/** @param copies in the bucket; null without one */
export function createTimelapseFiles(folder: string, copies: Copies | null = null): TimelapseFiles {
  const part = (id: string): string => {
    // Ids come from our database; this check is the last line of defence before the file system.
    if (!/^[\w-]{1,64}$/.test(id)) throw new TypeError('An id has word characters and dashes only.');
    return id;
  };
  const file = (cameraId: string, eventId: string, extension: 'mp4' | 'jpg'): string =>
    join(folder, part(cameraId), `${part(eventId)}.${extension}`);
  return {
    path: (cameraId, eventId) => file(cameraId, eventId, 'mp4'),
    finish: (cameraId, eventId) => copies?.add(cameraId, eventId),
    writePoster: (cameraId, eventId, jpeg) => writeFile(file(cameraId, eventId, 'jpg'), jpeg, { mode: 0o600 }),
    readPoster: (cameraId, eventId) => readFile(file(cameraId, eventId, 'jpg')).catch(nullIfMissing),
    open: async (cameraId, eventId) => {
      const path = file(cameraId, eventId, 'mp4');
      const found = await stat(path).catch(nullIfMissing);
      const etagOf = (size: number): string => `"${eventId}-${size}"`;
      if (found)
        return {
          size: found.size,
          etag: etagOf(found.size),
          // A whole file has no end to name.
          read: (range) => createReadStream(path, range && { start: range.start, end: range.end }),
        };
      const copy = await copies?.open(eventId);
      return copy ? { ...copy, etag: etagOf(copy.size) } : null;
    },
    remove: async (cameraId, eventId) => {
      for (const extension of ['mp4', 'jpg'] as const) await rm(file(cameraId, eventId, extension), { force: true });
    },
    removeCamera: (cameraId) => rm(join(folder, part(cameraId)), { recursive: true, force: true }),
    sweep: (kept, before) => removeLeftovers({ folder, existing: kept, before }),
  };
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Copies } from '../../media/object-store/file-copies.ts';

/** Stores pictures of events on disk: `DATA_DIR/events/<cameraId>/<eventId>.jpg`, readable by the server's user only. */
export interface EventPictures {
  write(cameraId: string, eventId: string, jpeg: Uint8Array): Promise<void>;
  /** Says that a picture does not change any more: it may be copied to the bucket. */
  finish(cameraId: string, eventId: string): void;
  /** Reads the file, or its copy in the bucket when another node made it. Returns null when both are missing. */
  read(cameraId: string, eventId: string): Promise<Uint8Array | null>;
  remove(cameraId: string, eventId: string): Promise<void>;
  /** Deletes all pictures of a camera. */
  removeCamera(cameraId: string): Promise<void>;
}

/** @param copies in the bucket; null without one */
export function createEventPictures(folder: string, copies: Copies | null = null): EventPictures {
  const part = (id: string): string => {
    // Ids come from our database; this check is the last line of defence before the file system.
    if (!/^[\w-]{1,64}$/.test(id)) throw new TypeError('An id has word characters and dashes only.');
    return id;
  };
  const camera = (cameraId: string): string => join(folder, part(cameraId));
  const file = (cameraId: string, eventId: string): string => join(camera(cameraId), `${part(eventId)}.jpg`);
  return {
    write: async (cameraId, eventId, jpeg) => {
      await mkdir(camera(cameraId), { recursive: true, mode: 0o700 });
      const path = file(cameraId, eventId);
      await writeFile(`${path}.new`, jpeg, { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
    finish: (cameraId, eventId) => copies?.add(cameraId, eventId),
    read: async (cameraId, eventId) => {
      try {
        return await readFile(file(cameraId, eventId));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
        const copy = await copies?.open(eventId);
        if (!copy) return null;
        const parts: Uint8Array[] = [];
        for await (const part of copy.read()) parts.push(part);
        return Buffer.concat(parts);
      }
    },
    remove: (cameraId, eventId) => rm(file(cameraId, eventId), { force: true }),
    removeCamera: (cameraId) => rm(camera(cameraId), { recursive: true, force: true }),
  };
}

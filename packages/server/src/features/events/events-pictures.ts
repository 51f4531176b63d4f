import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Stores pictures of events on disk: `DATA_DIR/events/<cameraId>/<eventId>.jpg`, readable by the server's user only. */
export interface EventPictures {
  write(cameraId: string, eventId: string, jpeg: Uint8Array): Promise<void>;
  /** Returns null when missing. */
  read(cameraId: string, eventId: string): Promise<Uint8Array | null>;
  remove(cameraId: string, eventId: string): Promise<void>;
  /** Deletes all pictures of a camera. */
  removeCamera(cameraId: string): Promise<void>;
}

export function createEventPictures(folder: string): EventPictures {
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
    read: async (cameraId, eventId) => {
      try {
        return await readFile(file(cameraId, eventId));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
    remove: (cameraId, eventId) => rm(file(cameraId, eventId), { force: true }),
    removeCamera: (cameraId) => rm(camera(cameraId), { recursive: true, force: true }),
  };
}

import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../kernel/app-error.ts';
import { isMissing } from '../playback/file-pieces.ts';
import { checkKey, type ObjectStore, type StoredObject } from './port.ts';

const temporary = /\.new$/;

/** Keeps objects as files in a folder. A process that is killed leaves whole objects, and at most files whose names end with `.new`. */
export function createFileObjects(root: string): ObjectStore {
  const fileOf = (key: string): string => join(root, ...checkKey(key).split('/'));

  const write = async (file: string, bytes: Uint8Array): Promise<void> => {
    const folder = dirname(file);
    await mkdir(folder, { recursive: true, mode: 0o700 });
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
      await syncFolder(folder);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  };
  const remove = async (key: string): Promise<void> => {
    const file = fileOf(key);
    await rm(file, { force: true });
    for (let folder = dirname(file); folder.length > root.length; folder = dirname(folder)) {
      if (!(await removeIfEmpty(folder))) return;
    }
  };

  return {
    put: async (key, bytes, signal) => guard(signal, () => write(fileOf(key), bytes)),
    read: (key, { start, end }, signal) =>
      guard(signal, async () => {
        const handle = await open(fileOf(key));
        try {
          const bytes = Buffer.allocUnsafe(end + 1 - start);
          const { bytesRead } = await handle.read(bytes, 0, bytes.byteLength, start);
          if (bytesRead < bytes.byteLength) throw new AppError('unavailable', { message: 'The object is shorter than expected.' });
          return bytes;
        } finally {
          await handle.close();
        }
      }),
    head: (key, signal) => guard(signal, () => describe(key, fileOf(key))),
    async *list(prefix, signal) {
      // The folder that has all of them; a prefix may end within a name.
      const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      for await (const object of walk(root, folder, signal)) if (object.key.startsWith(prefix)) yield object;
    },
    remove: (keys, signal) =>
      guard(signal, async () => {
        for (const key of keys) {
          signal?.throwIfAborted();
          await remove(key);
        }
      }),
  };
}

async function* walk(root: string, folder: string, signal: AbortSignal | undefined): AsyncGenerator<StoredObject> {
  const entries = await guard(signal, async () => {
    const found = await readdir(join(root, folder), { withFileTypes: true }).catch(orNone);
    // S3 sorts by whole keys, in which a folder's name is followed by a slash.
    return found
      .map((entry) => ({ entry, name: entry.isDirectory() ? `${entry.name}/` : entry.name }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  });
  for (const { entry, name } of entries) {
    if (entry.isDirectory()) yield* walk(root, `${folder}${name}`, signal);
    else if (entry.isFile() && !temporary.test(name)) {
      const object = await guard(signal, () => describe(`${folder}${name}`, join(root, folder, name)));
      if (object) yield object;
    }
  }
}

async function describe(key: string, file: string): Promise<StoredObject | null> {
  try {
    const { size, mtimeMs } = await stat(file);
    return { key, size, changedAt: Math.round(mtimeMs) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** A new name survives a failure of power only when its folder was written, too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeIfEmpty(folder: string): Promise<boolean> {
  return rmdir(folder).then(
    () => true,
    () => false,
  );
}

function orNone(error: unknown): never[] {
  if (isMissing(error)) return [];
  throw error;
}

/** Runs one call: names its failure, and ends before it begins when it is not wanted any more. */
async function guard<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  signal?.throwIfAborted();
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError || error instanceof TypeError || signal?.aborted) throw error;
    throw isMissing(error)
      ? new AppError('not-found')
      : new AppError('unavailable', { message: 'The folder of objects fails.', cause: error });
  }
}

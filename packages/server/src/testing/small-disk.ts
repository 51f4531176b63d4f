import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A separate file system in memory, which is full when its bytes are used up. */
export interface SmallDisk {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Mounts the file system; null where mounting is not allowed. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  } catch {
    await rm(folder, { recursive: true, force: true });
    return null;
  }
  return {
    folder,
    remove: async () => {
      await run('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

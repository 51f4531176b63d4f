import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface LeftoverDeps {
  /** Has a folder for each camera, whose files are named by what they belong to: `<id>.<extension>`. */
  readonly folder: string;
  /** Returns those of the ids whose files are to stay; at most 200 at once. */
  readonly existing: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Newer files stay, Unix ms: what they belong to may not be stored yet. */
  readonly before: number;
}

/** SQLite limits the number of parameters. */
const idsPerQuery = 200;

/** Deletes files of a node whose rows another node has deleted: only this one reaches its disk. */
export async function removeLeftovers({ folder, existing, before }: LeftoverDeps): Promise<void> {
  for (const cameraId of await namesIn(folder)) {
    const names = await namesIn(join(folder, cameraId));
    for (let start = 0; start < names.length; start += idsPerQuery) {
      const some = names.slice(start, start + idsPerQuery);
      const known = await existing([...new Set(some.map(idOf))]);
      for (const name of some) if (!known.has(idOf(name))) await removeOld(join(folder, cameraId, name), before);
    }
  }
}

function idOf(name: string): string {
  return name.split('.')[0] ?? '';
}

async function removeOld(path: string, before: number): Promise<void> {
  const found = await stat(path).catch(nullIfMissing);
  if (found && found.mtimeMs < before) await rm(path, { force: true });
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(nullIfMissing)) ?? [];
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

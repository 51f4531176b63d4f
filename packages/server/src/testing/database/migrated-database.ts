import { createHash } from 'node:crypto';
import { constants, existsSync, globSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrations.ts';

const cacheFolder = join(import.meta.dirname, '../../../../../node_modules/.cache/watchpost/databases');

/** Copies a migrated, empty SQLite database into a data folder: migrating takes ten times as much processor time, and tests create thousands. */
export async function copyMigratedDatabase(dataDir: string): Promise<void> {
  await copyFile(await (migratedFile ??= findMigratedFile()), join(dataDir, 'watchpost.db'), constants.COPYFILE_EXCL);
}

/** Names a migrated database by the migrations that made it. */
export function migratedName(): string {
  const folder = join(import.meta.dirname, '../../db');
  const sources = globSync('{migrations.ts,migrations/**/*.ts}', { cwd: folder })
    .toSorted()
    .map((file) => readFileSync(join(folder, file)));
  return `migrated_${createHash('sha256').update(Buffer.concat(sources)).digest('hex').slice(0, 16)}`;
}

let migratedFile: Promise<string> | null = null;

/** All processes of all runs share it. Two that make it at the same time make the same one. */
async function findMigratedFile(): Promise<string> {
  const file = join(cacheFolder, `${migratedName()}.db`);
  if (existsSync(file)) return file;
  await mkdir(cacheFolder, { recursive: true });
  const folder = await mkdtemp(join(cacheFolder, 'migrating-'));
  try {
    const unfinished = join(folder, 'watchpost.db');
    const db = openDatabase({ kind: 'sqlite', file: unfinished });
    await migrate(db).finally(() => db.destroy());
    // Renamed at the end, so that a half-migrated one is never used.
    await rename(unfinished, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return file;
}

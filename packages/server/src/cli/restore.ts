import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { ServerConfig } from '../kernel/config.ts';
import { keyFiles } from '../kernel/keys.ts';
import { lockDataFolder } from '../kernel/lock.ts';
import { prepareDataFolder } from '../kernel/settings/data-folder.ts';
import { UsageError } from './arguments.ts';
import { describeMissing, type BackupManifest } from './backup.ts';
import { copyMedia, describeMedia, expectSpace } from './backup-media.ts';

const manifestSchema: z.ZodType<BackupManifest> = z.object({
  watchpost: z.literal(1),
  createdAt: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  media: z.object({ isIncluded: z.boolean(), files: z.int(), bytes: z.int() }).optional(),
});

/** Restores a backup into a data folder that no server uses. */
export async function restore(config: ServerConfig, { from, force }: { from?: string | undefined; force: boolean }): Promise<number> {
  if (from === undefined) throw new UsageError('Name the folder of the copy: watchpost restore <folder>');
  const source = resolve(from);
  const manifestFile = join(source, 'watchpost-backup.json');
  if (!existsSync(manifestFile)) throw new UsageError(`${source} is not a backup: watchpost-backup.json is not there.`);
  const { database, createdAt, media } = manifestSchema.parse(JSON.parse(readFileSync(manifestFile, 'utf8')));

  const files = ['watchpost.db', ...keyFiles].filter((file) => existsSync(join(source, file)));
  const existing = files.filter((file) => existsSync(join(config.dataDir, file)));
  if (existing.length > 0 && !force) {
    throw new UsageError(
      `${config.dataDir} already has ${existing.join(' and ')}. Choose another folder with --data-dir, or add --force to replace them.`,
    );
  }
  await prepareDataFolder(config.dataDir);
  if (media?.isIncluded) await expectSpace(config.dataDir, media);
  const unlock = lockDataFolder(config.dataDir);
  let copied = null;
  try {
    // The journal of the replaced database must not be applied to the restored one.
    if (files.includes('watchpost.db'))
      for (const journal of ['watchpost.db-wal', 'watchpost.db-shm']) rmSync(join(config.dataDir, journal), { force: true });
    mkdirSync(join(config.dataDir, 'keys'), { recursive: true, mode: 0o700 });
    for (const file of files) copyFileSync(join(source, file), join(config.dataDir, file));
    for (const file of keyFiles.filter((name) => files.includes(name))) chmodSync(join(config.dataDir, file), 0o600);
    if (media?.isIncluded) copied = await copyMedia(source, config.dataDir);
  } finally {
    unlock();
  }
  process.stdout.write(`Restored the copy of ${createdAt} to ${config.dataDir}\n`);
  process.stdout.write(copied ? `With ${describeMedia(copied)}.\n` : describeMissing(media));
  if (database === 'postgres') process.stdout.write('The database itself is restored with psql from the file that pg_dump wrote.\n');
  return 0;
}

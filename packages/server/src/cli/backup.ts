import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '@watchpost/contract/timing/clock';
import { locateDatabase } from '../db/database.ts';
import type { ServerConfig } from '../kernel/config.ts';
import { keyFiles } from '../kernel/keys.ts';
import { makeFolder } from '../kernel/settings/data-folder.ts';
import { UsageError } from './arguments.ts';
import { copyMedia, describeMedia, expectSpace, mediaSize, measureMedia, type MediaSize } from './backup-media.ts';

/** The contents of a backup folder; `restore` reads it. */
export interface BackupManifest {
  readonly watchpost: 1;
  readonly createdAt: string;
  readonly database: 'sqlite' | 'postgres';
  /** Recordings and event pictures; left out where `isIncluded` is false. Older backups contain none and lack this field. */
  readonly media?: (MediaSize & { readonly isIncluded: boolean }) | undefined;
}

export interface BackupOptions {
  readonly to?: string | undefined;
  readonly withFootage: boolean;
}

/**
 * Makes a consistent copy, even while the server runs: the database's own copy first, then the keys, then the files that the database
 * names.
 */
export async function backup(config: ServerConfig, { to, withFootage }: BackupOptions): Promise<number> {
  if (to === undefined) throw new UsageError('Name the folder for the copy: watchpost backup <folder>');
  const target = resolve(to);
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new UsageError(`${target} is not empty. Name a new folder, so that no older copy is overwritten.`);
  const location = locateDatabase(config);
  if (location.kind === 'sqlite' && !existsSync(location.file))
    throw new UsageError(`There is no database in ${config.dataDir}. Name the data folder with --data-dir.`);

  await makeFolder(target).catch((error: unknown) => {
    throw new UsageError(`${target} can't be made: ${error instanceof Error ? error.message : String(error)}. Name another folder.`);
  });
  const before = systemClock.now();
  let media = await measureMedia(config.dataDir);
  if (withFootage) await expectSpace(target, media);
  if (location.kind === 'sqlite') {
    const database = new DatabaseSync(location.file, { timeout: 10_000 });
    try {
      database.prepare('VACUUM INTO ?').run(join(target, 'watchpost.db'));
    } finally {
      database.close();
    }
  }
  for (const file of keyFiles.filter((name) => existsSync(join(config.dataDir, name)))) {
    mkdirSync(join(target, 'keys'), { recursive: true, mode: 0o700 });
    copyFileSync(join(config.dataDir, file), join(target, file));
  }
  // Copied after the database: a file that the database doesn't know yet would never be deleted.
  if (withFootage) media = await copyMedia(config.dataDir, target, { changedUntil: before });
  const manifest: BackupManifest = {
    watchpost: 1,
    createdAt: new Date(systemClock.now()).toISOString(),
    database: location.kind,
    media: { isIncluded: withFootage, ...media },
  };
  writeFileSync(join(target, 'watchpost-backup.json'), `${JSON.stringify(manifest, null, 2)}\n`);

  const contents = [...(location.kind === 'sqlite' ? ['the database'] : []), 'the keys', ...(withFootage ? [describeMedia(media)] : [])];
  process.stdout.write(`Saved to ${target}: ${contents.join(', ')}\n`);
  if (location.kind === 'postgres')
    process.stdout.write('The database is NOT in it. Copy PostgreSQL with its own tool: pg_dump "$DATABASE_URL" > watchpost.sql\n');
  if (!withFootage)
    process.stdout.write(
      `NOT in it: ${media.files === 0 ? 'recordings; there are none' : `${describeMedia(media)}. Add them with --with-footage, or copy ${join(config.dataDir, 'footage')} yourself`}.\n`,
    );
  if (config.secret !== null) process.stdout.write('WATCHPOST_SECRET is not in it: keep it where your other secrets are.\n');
  return 0;
}

/** Describes how a restored server will show the missing recordings. */
export function describeMissing(media: BackupManifest['media']): string {
  const size = media && media.files > 0 ? ` (${mediaSize(media)} were left out)` : '';
  return `Recordings are not in this backup${size}. Where none are in the data folder, the timeline shows "The recording is not on the server".\n`;
}

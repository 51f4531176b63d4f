import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { locateDatabase } from '../db/database.ts';
import type { ServerConfig } from '../kernel/config.ts';
import { systemClock } from '../kernel/clock.ts';
import { keyFiles } from '../kernel/keys.ts';
import { UsageError } from './arguments.ts';

/** What a backup folder holds; `restore` reads it. */
export interface BackupManifest {
  readonly watchpost: 1;
  readonly createdAt: string;
  readonly database: 'sqlite' | 'postgres';
}

/** A consistent copy, also while the server runs: the database's own copy, then the keys. */
export async function backup(config: ServerConfig, to: string | undefined): Promise<number> {
  if (to === undefined) throw new UsageError('Name the folder for the copy: watchpost backup <folder>');
  const target = resolve(to);
  if (existsSync(target) && readdirSync(target).length > 0) throw new UsageError(`${target} is not empty. Name a new folder, so that no older copy is overwritten.`);
  const location = locateDatabase(config);
  if (location.kind === 'sqlite' && !existsSync(location.file)) throw new UsageError(`There is no database in ${config.dataDir}. Name the data folder with --data-dir.`);

  mkdirSync(target, { recursive: true, mode: 0o700 });
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
  const manifest: BackupManifest = { watchpost: 1, createdAt: new Date(systemClock.now()).toISOString(), database: location.kind };
  writeFileSync(join(target, 'watchpost-backup.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  process.stdout.write(`Saved to ${target}\n`);
  if (location.kind === 'postgres') process.stdout.write('It holds the keys. Copy the PostgreSQL database with its own tool: pg_dump "$DATABASE_URL" > watchpost.sql\n');
  if (config.secret !== null) process.stdout.write('WATCHPOST_SECRET is not in it: keep it where your other secrets are.\n');
  return 0;
}

import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError } from '../../kernel/config.ts';
import { keyFiles } from '../../kernel/keys.ts';
import { lockHolder } from '../../kernel/lock.ts';
import { prepareDataFolder } from '../../kernel/settings/data-folder.ts';
import { failure, ok, warning, type Check } from './finding.ts';

const gigabyte = 1e9;
const smallDiskBytes = 5 * gigabyte;
/** The database could not write any more, nor could the server start. */
const fullDiskBytes = 0.05 * gigabyte;
/** A segment is a file, and an hour has 900 of them. */
const minFreeFiles = 10_000;
const networkFileSystems = /^(?:nfs\d?|cifs|smb\w*|afs|ceph|glusterfs|9p|fuse\.(?:sshfs|s3fs|rclone|goofys|glusterfs)\S*)$/;

export const folderChecks: readonly Check[] = [
  {
    name: 'Data folder',
    run: async ({ dataDir }) => {
      try {
        await prepareDataFolder(dataDir);
        return ok(dataDir);
      } catch (error) {
        if (error instanceof ConfigError) return failure('data-folder-unusable', { what: error.message });
        throw error;
      }
    },
  },
  {
    name: 'Disk',
    run: async ({ dataDir, databaseUrl }, { read }) => {
      const type = fileSystemOf(read('/proc/self/mountinfo') ?? '', dataDir);
      if (type === null || !networkFileSystems.test(type)) return ok(type ?? 'of a kind that is not known here');
      return warning('data-folder-on-network', {
        what: `${dataDir} is on a network disk (${type})`,
        why:
          databaseUrl === null
            ? 'SQLite can lose data there: such disks lock and flush files only in part.'
            : 'When the network is slow or away, recording stops.',
        remedy:
          databaseUrl === null
            ? 'Move DATA_DIR to a disk of this machine, or use PostgreSQL (DATABASE_URL).'
            : 'Move DATA_DIR to a disk of this machine.',
      });
    },
  },
  {
    name: 'Keys',
    run: async ({ dataDir, secret }) => {
      const files = keyFiles.map((file) => join(dataDir, file)).filter((file) => existsSync(file));
      for (const file of files)
        if (((await stat(file)).mode & 0o077) !== 0)
          return failure('key-readable', {
            what: `${file} can be read by others`,
            why: 'Anyone who has it can sign in as any user, or pose as this server.',
            remedy: `Run: chmod 600 ${file}`,
          });
      if (secret !== null) return ok('from WATCHPOST_SECRET');
      return ok(files.length === 0 ? 'made at the first start' : join(dataDir, 'keys'));
    },
  },
  {
    name: 'Lock',
    run: async ({ dataDir }) => {
      const holder = lockHolder(dataDir);
      return holder === null
        ? ok('free')
        : warning('server-runs', {
            what: `process ${holder} is using the folder: a server is running`,
            remedy: 'Nothing, unless it should not.',
          });
    },
  },
  {
    name: 'Free space',
    run: async ({ dataDir }) => {
      const { bavail, bsize, ffree, files } = await statfs(existsSync(dataDir) ? dataDir : dirname(dataDir));
      const free = bavail * bsize;
      const text = `${(free / gigabyte).toFixed(1)} GB; a camera of 2 Mbit/s fills 21 GB a day`;
      const remedy = 'Make room, move DATA_DIR to a larger disk, or keep fewer days (WATCHPOST_ARCHIVE_DAYS).';
      if (free < fullDiskBytes)
        return failure('disk-full', { what: `the disk is full: ${text}`, why: 'The database can’t be written.', remedy });
      // Some file systems make files as they are needed, and count none.
      if (files > 0 && ffree < minFreeFiles)
        return warning('disk-out-of-files', {
          what: `the disk has room for ${ffree} more files only`,
          why: 'Each segment of a recording is one.',
          remedy: 'Delete what else is there, or create the file system again with more inodes.',
        });
      if (free >= smallDiskBytes) return ok(text);
      return warning('disk-nearly-full', { what: text, why: 'The oldest recordings are deleted before their time.', remedy });
    },
  },
];

/** Returns the type of the file system of a path, from `/proc/self/mountinfo`; null when it is not there. */
export function fileSystemOf(mounts: string, path: string): string | null {
  let found: { point: string; type: string } | null = null;
  for (const line of mounts.split('\n')) {
    const [before = '', after = ''] = line.split(' - ');
    const point = (before.split(' ')[4] ?? '').replaceAll('\\040', ' ');
    const isAbove = point !== '' && (path === point || path.startsWith(point.endsWith('/') ? point : `${point}/`));
    // The later one of two mounts at one point is visible.
    if (isAbove && point.length >= (found?.point.length ?? 0)) found = { point, type: after.split(' ')[0] ?? '' };
  }
  return found?.type ?? null;
}

import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, opendir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UsageError } from './arguments.ts';

/** Media folders within the data folder, and their finished files. A file that is still being written has another name. */
const mediaFolders: readonly (readonly [folder: string, pattern: RegExp])[] = [
  ['footage', /^(\d{1,16}\.m4s|init-[0-9a-f]+\.mp4)$/],
  ['events', /\.jpg$/],
  ['timelapses', /\.(?:mp4|jpg)$/],
];

export interface MediaSize {
  readonly files: number;
  readonly bytes: number;
}

interface MediaFile {
  /** Relative to the data folder. */
  readonly path: string;
  readonly size: number;
  readonly changedAt: number;
}

/** Lists one file at a time: a month of recordings has millions of them. */
async function* listMedia(dataDir: string): AsyncGenerator<MediaFile> {
  for (const [folder, pattern] of mediaFolders) yield* walk(dataDir, folder, pattern);
}

async function* walk(dataDir: string, folder: string, pattern: RegExp): AsyncGenerator<MediaFile> {
  const entries = await opendir(join(dataDir, folder)).catch(whenGone);
  for await (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(dataDir, path, pattern);
    else if (entry.isFile() && pattern.test(entry.name)) {
      const found = await stat(join(dataDir, path)).catch(whenGone);
      if (found) yield { path, size: found.size, changedAt: found.mtimeMs };
    }
  }
}

/** A running server may have deleted it since it was listed. */
function whenGone(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

export async function measureMedia(dataDir: string): Promise<MediaSize> {
  let [files, bytes] = [0, 0];
  for await (const { size } of listMedia(dataDir)) [files, bytes] = [files + 1, bytes + size];
  return { files, bytes };
}

/**
 * Copies recordings and event pictures into another data folder or backup, one file at a time, without reading whole files into memory.
 * @param options.changedUntil leaves newer files out, Unix ms
 */
export async function copyMedia(
  from: string,
  to: string,
  { changedUntil = Number.POSITIVE_INFINITY }: { readonly changedUntil?: number } = {},
): Promise<MediaSize> {
  let [files, bytes] = [0, 0];
  for await (const { path, size, changedAt } of listMedia(from)) {
    if (changedAt > changedUntil) continue;
    const target = join(to, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const isCopied = await copyFile(join(from, path), target, constants.COPYFILE_FICLONE).then(() => true, whenGone);
    if (isCopied) [files, bytes] = [files + 1, bytes + size];
  }
  return { files, bytes };
}

/** Checks the free space of a folder's disk. @throws {UsageError} when the media do not fit */
export async function expectSpace(folder: string, media: MediaSize): Promise<void> {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = await statfs(existing);
  if (bavail * bsize < media.bytes)
    throw new UsageError(
      `${folder} has room for ${formatBytes(bavail * bsize)}, and the recordings take ${formatBytes(media.bytes)}. Choose another disk.`,
    );
}

export function describeMedia(media: MediaSize): string {
  return `recordings and pictures of events (${mediaSize(media)})`;
}

export function mediaSize({ files, bytes }: MediaSize): string {
  return `${formatBytes(bytes)} in ${files} files`;
}

function formatBytes(bytes: number): string {
  const unit = bytes >= 1e9 ? { size: 1e9, name: 'GB' } : { size: 1e6, name: 'MB' };
  return `${(bytes / unit.size).toFixed(1)} ${unit.name}`;
}

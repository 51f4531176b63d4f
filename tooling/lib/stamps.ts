import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.ts';
import { listFiles } from './workspace.ts';

/** Computes digests of files and folders; reads each of them once. */
export interface Hasher {
  /** @param paths files and folders, relative to the root; missing ones count as absent */
  hash(paths: readonly string[]): string;
}

export function createHasher(): Hasher {
  const digests = new Map<string, string>();
  const digestOf = (path: string): string => {
    const known = digests.get(path);
    if (known !== undefined) return known;
    const stats = statSync(join(root, path), { throwIfNoEntry: false });
    const hash = createHash('sha256');
    if (stats?.isDirectory()) for (const file of listFiles(root, path)) hash.update(`\0${file}\0${digestOf(file)}`);
    else hash.update(stats ? readFileSync(join(root, path)) : '\0absent');
    const digest = hash.digest('hex');
    digests.set(path, digest);
    return digest;
  };
  return {
    hash: (paths) => {
      const hash = createHash('sha256').update(process.version);
      for (const path of paths) hash.update(`\0${path}\0${digestOf(path)}`);
      return hash.digest('hex');
    },
  };
}

/** Computes a digest of files and of folders' contents, so that a build or a check only repeats when its input changed. */
export function hashInputs(paths: readonly string[]): string {
  return createHasher().hash(paths);
}

const stampFile = (name: string): string => join(root, 'node_modules/.cache/watchpost', name);

export function isFresh(name: string, hash: string): boolean {
  return existsSync(stampFile(name)) && readFileSync(stampFile(name), 'utf8') === hash;
}

export function stamp(name: string, hash: string): void {
  mkdirSync(dirname(stampFile(name)), { recursive: true });
  writeFileSync(stampFile(name), hash);
}

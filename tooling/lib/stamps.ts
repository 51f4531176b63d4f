import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.ts';
import { listFiles } from './workspace.ts';

/** A digest of files and of everything in folders, so that a build or a check is done again only when its input changed. */
export function hashInputs(paths: readonly string[]): string {
  const hash = createHash('sha256').update(process.version);
  const files = paths.flatMap((path) => (existsSync(join(root, path)) ? (statSync(join(root, path)).isDirectory() ? listFiles(root, path) : [path]) : []));
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

const stampFile = (name: string): string => join(root, 'node_modules/.cache/watchpost', name);

export function isFresh(name: string, hash: string): boolean {
  return existsSync(stampFile(name)) && readFileSync(stampFile(name), 'utf8') === hash;
}

export function stamp(name: string, hash: string): void {
  mkdirSync(dirname(stampFile(name)), { recursive: true });
  writeFileSync(stampFile(name), hash);
}

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeFolders, listFiles } from '../lib/workspace.ts';

/** Files outside a package that affect its type check, lint and tests. */
export const sharedInputs: readonly string[] = [
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'tooling/tsconfig.base.json',
  'tooling/tsconfig.build.json',
];

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * Lists the folders whose files can change a check of one workspace package: its own, and those of all workspace packages it
 * depends on, directly or transitively.
 * @param folder the package's folder, relative to the root
 */
export function packageInputs(rootFolder: string, folder: string): string[] {
  const folders = workspaceFolders(rootFolder);
  const found = new Set<string>();
  const add = (next: string): void => {
    if (found.has(next)) return;
    found.add(next);
    const { dependencies, devDependencies, optionalDependencies } = readManifest(rootFolder, next);
    for (const name of Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
      const dependency = folders.get(name);
      if (dependency !== undefined) add(dependency);
    }
  };
  add(folder);
  return [...found];
}

/** Maps each workspace package's name to its folder. */
export function workspaceFolders(rootFolder: string): ReadonlyMap<string, string> {
  const manifests = codeFolders
    .flatMap((folder) => listFiles(rootFolder, folder))
    .filter((file) => file.endsWith('/package.json') && existsSync(join(rootFolder, file)));
  return new Map(manifests.map((file) => [readManifest(rootFolder, dirname(file)).name, dirname(file)]));
}

function readManifest(rootFolder: string, folder: string): Manifest {
  const path = join(rootFolder, folder, 'package.json');
  const manifest: Manifest = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { name: folder };
  return manifest;
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** One feature as `features.json` declares it. */
export interface Feature {
  readonly name: string;
  /** Sections of the product specification, `1§2`. */
  readonly spec: readonly string[];
  /** Paths in the app. */
  readonly routes: readonly string[];
  /** Packages that contain the feature. */
  readonly packages: readonly string[];
  /** Features it may import. */
  readonly uses: readonly string[];
}

const ignoredFolders = new Set(['node_modules', 'dist', 'data', 'artifacts', 'coverage', 'test-results']);
const ignored = (name: string): boolean => ignoredFolders.has(name) || name.startsWith('.');

/** @param rootFolder the root of a repository with this layout */
export function readFeatures(rootFolder: string): readonly Feature[] {
  const file: { features: readonly Feature[] } = JSON.parse(readFileSync(join(rootFolder, 'features.json'), 'utf8'));
  return file.features;
}

/** Lists all files below a folder, relative to the root and with slashes, without installed and built ones. */
export function listFiles(rootFolder: string, folder: string): string[] {
  const start = join(rootFolder, folder);
  if (!existsSync(start)) return [];
  return readdirSync(start, { withFileTypes: true })
    .filter((entry) => !ignored(entry.name))
    .flatMap((entry) => {
      const path = relative(rootFolder, join(start, entry.name)).split(sep).join('/');
      return entry.isDirectory() ? listFiles(rootFolder, path) : [path];
    })
    .sort();
}

/** Lists the names of a folder's direct subfolders. */
export function listFolders(rootFolder: string, folder: string): string[] {
  const start = join(rootFolder, folder);
  if (!existsSync(start)) return [];
  return readdirSync(start, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !ignored(entry.name))
    .map((entry) => entry.name)
    .sort();
}

/** The folders with code: packages, examples, e2e, bench, tooling. */
export const codeFolders: readonly string[] = ['packages', 'examples', 'e2e', 'bench', 'tooling'];

export function isTestFile(path: string): boolean {
  return /\.(test|spec|integration\.test|test-d)\.tsx?$/.test(path);
}

import { readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';
import { workspaceFolders } from './package-inputs.ts';

/** Finds the files that a file depends on. */
export interface ImportClosure {
  /**
   * Finds all files that a file reads through imports or relative paths in its strings, directly or transitively, itself included.
   * @param file path relative to the root
   */
  of(file: string): readonly string[];
}

/**
 * Follows imports, including dynamic ones, entries of workspace packages, and relative paths in strings: a test that reads
 * `./fixtures` or starts `./process.ts` depends on it. A path to a folder stands for the folder, a glob for the folder it begins with.
 */
export function createImportClosure(rootFolder: string): ImportClosure {
  const packages = workspaceFolders(rootFolder);
  const direct = new Map<string, readonly string[]>();
  const dependenciesOf = (file: string): readonly string[] => {
    const known = direct.get(file);
    if (known) return known;
    const found = /\.(tsx?|m?js)$/.test(file) ? readDependencies(rootFolder, packages, file) : [];
    direct.set(file, found);
    return found;
  };
  return {
    of: (file) => {
      const reached = new Set([file]);
      for (const next of reached) for (const dependency of dependenciesOf(next)) reached.add(dependency);
      return [...reached].sort();
    },
  };
}

function readDependencies(rootFolder: string, packages: ReadonlyMap<string, string>, file: string): string[] {
  const text = readFileSync(join(rootFolder, file), 'utf8');
  const imported = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  const written = [...text.matchAll(/['"`](\.{1,2}\/[\w./-]*)(?:\*[^'"`\n]*)?['"`]/g)].map(([, path = '']) => path);
  return [...new Set([...imported, ...written])].flatMap((specifier) => {
    if (specifier.startsWith('.')) return existing(rootFolder, posix.join(dirname(file), specifier.replace(/\?.*$/, '')));
    return resolveEntry(rootFolder, packages, specifier);
  });
}

/** Resolves a module of a workspace package by the `exports` of its manifest. */
function resolveEntry(rootFolder: string, packages: ReadonlyMap<string, string>, specifier: string): string[] {
  const name = specifier.split('/').slice(0, 2).join('/');
  const folder = packages.get(name);
  if (folder === undefined) return [];
  const { exports = {} }: { exports?: Readonly<Record<string, unknown>> } = JSON.parse(
    readFileSync(join(rootFolder, folder, 'package.json'), 'utf8'),
  );
  const entry = `.${specifier.slice(name.length)}`;
  for (const [pattern, target] of Object.entries(exports)) {
    if (typeof target !== 'string') continue;
    const [before = '', after] = pattern.split('*');
    if (after === undefined ? pattern !== entry : !entry.startsWith(before) || !entry.endsWith(after)) continue;
    const star = after === undefined ? '' : entry.slice(before.length, entry.length - after.length);
    return existing(rootFolder, posix.join(folder, target.replaceAll('*', star)));
  }
  return [folder];
}

function existing(rootFolder: string, path: string): string[] {
  return statSync(join(rootFolder, path), { throwIfNoEntry: false }) ? [path] : [];
}

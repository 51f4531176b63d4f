import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import ts from 'typescript';
import { checkThirdParty } from './third-party-rules.ts';

/** The content of one package's tarball. */
export interface PackedPackage {
  /** File contents by path in the package. */
  readonly files: ReadonlyMap<string, string>;
}

export interface RuleContext {
  /** URL of the repository, as in the root's package.json: `git+https://host/owner/name.git`. */
  readonly repositoryUrl: string;
  /** The package's folder in the repository. */
  readonly folder: string;
  /** Whether a path from the root exists. */
  exists(path: string): boolean;
}

interface Manifest {
  readonly name: string;
  readonly repository?: { readonly url?: string; readonly directory?: string };
  readonly engines?: { readonly node?: string };
  readonly exports?: Readonly<Record<string, string | { readonly default?: string }>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Complete bundles for browsers, which no module imports. */
const isBundle = (path: string): boolean => /^dist\/(static|cdn)\//.test(path);

/** Checks that a packed package contains everything that its users need; returns one line per problem. */
export function checkPackedPackage({ files }: PackedPackage, context: RuleContext): string[] {
  const manifest: Manifest = JSON.parse(files.get('package.json') ?? '{}');
  const modules = [...files.keys()].filter((path) => path.endsWith('.js') && !isBundle(path));
  return [
    ...checkFiles(files),
    ...checkThirdParty(files),
    ...checkManifest(manifest, context),
    ...modules.flatMap((path) => checkImports(path, files, manifest)),
    ...checkEntries(files, manifest),
    ...modules.flatMap((path) => checkSourceMap(path, files)),
    ...checkLinks(files.get('README.md') ?? '', context),
  ];
}

function checkFiles(files: ReadonlyMap<string, string>): string[] {
  // Licences of bundled libraries must be distributed with them.
  const bundles = [...new Set([...files.keys()].flatMap((path) => /^dist\/(?:static\/\w+|cdn)\//.exec(path)?.[0] ?? []))];
  return ['README.md', 'CHANGELOG.md', 'LICENSE', 'dist/NOTICE', ...bundles.map((folder) => `${folder}third-party.md`)]
    .filter((name) => !files.get(name))
    .map((name) => `${name} is missing.`);
}

function checkManifest({ repository, engines }: Manifest, { repositoryUrl, folder }: RuleContext): string[] {
  const isRight = repository?.url === repositoryUrl && repository.directory === folder;
  return [
    ...(isRight ? [] : [`package.json: "repository" must be { "type": "git", "url": "${repositoryUrl}", "directory": "${folder}" }.`]),
    ...(engines?.node === undefined ? ['package.json: "engines" must say which Node it needs.'] : []),
  ];
}

/** Every imported module is available: part of Node, of the package, or named in package.json. */
function checkImports(path: string, files: ReadonlyMap<string, string>, manifest: Manifest): string[] {
  const installed = new Set([
    manifest.name,
    ...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies }),
  ]);
  return importsOf(files.get(path) ?? '')
    .filter((specifier) =>
      isRelative(specifier) ? !files.has(resolveImport(path, specifier)) : !isOfNode(specifier) && !installed.has(packageOf(specifier)),
    )
    .map(
      (specifier) =>
        `${path} imports ${specifier}, which ${isRelative(specifier) ? 'is not in the package' : 'package.json does not name'}.`,
    );
}

/** Peer dependencies that are not frameworks, each with the only entry that may import it. */
const libraryEntries: Readonly<Record<string, string>> = { firebase: './firebase-push' };

/**
 * A peer dependency is a framework or an optional library: an entry that needs none must work without it, even in a
 * page that contains another copy of it. The entries that need a framework are components, which only run in browsers: they begin with
 * "use client".
 */
function checkEntries(files: ReadonlyMap<string, string>, { exports = {}, peerDependencies = {} }: Manifest): string[] {
  const entries = Object.entries(exports)
    .map(([name, entry]) => ({ name, path: typeof entry === 'string' ? entry : (entry.default ?? '') }))
    .filter(({ path }) => path.endsWith('.js'));
  return entries
    .flatMap(({ name, path }) => filesMatching(files, path).map((file) => ({ name, path: file })))
    .flatMap(({ name, path }) => {
      const isForClients = /^['"]use client['"]/.test(files.get(path) ?? '');
      const needing = reachedFrom(path, files).flatMap((reached) =>
        importsOf(files.get(reached) ?? '')
          .filter((specifier) => packageOf(specifier) in peerDependencies && libraryEntries[packageOf(specifier)] !== name)
          .map((specifier) => `${reached} imports ${specifier}`),
      );
      if (isForClients) return needing.length > 0 ? [] : [`${path} begins with "use client" and needs no framework.`];
      return needing
        .slice(0, 1)
        .map(
          (problem) =>
            `${path} needs a framework (${problem}) without beginning with "use client". Is an "external" in the way of its alias?`,
        );
    });
}

/** Each module has a source map that leads to its source: in the map, or in the package. A module that only re-exports has no source to lead to. */
function checkSourceMap(path: string, files: ReadonlyMap<string, string>): string[] {
  if (/^(\s*(import|export)\s+((\{[^}]*\}|\*)\s*)?(from\s*)?(["'][^"']*["'])?;)*\s*$/.test(files.get(path) ?? '')) return [];
  const [, name] = /^\/\/# sourceMappingURL=(\S+)\s*$/m.exec(files.get(path) ?? '') ?? [];
  const mapPath = name === undefined ? '' : posix.join(posix.dirname(path), name);
  const map = files.get(mapPath);
  if (map === undefined) return [`${path} has no source map.`];
  const { sources, sourcesContent = [] }: { sources: readonly string[]; sourcesContent?: readonly (string | null)[] } = JSON.parse(map);
  const lost = sources.filter(
    (source, index) => typeof sourcesContent[index] !== 'string' && !files.has(posix.join(posix.dirname(mapPath), source)),
  );
  return lost.map((source) => `${mapPath} leads to ${source}, which is neither in it nor in the package.`);
}

/** On a registry's page, relative links of the README lead nowhere. */
function checkLinks(readme: string, { repositoryUrl, exists }: RuleContext): string[] {
  const home = repositoryUrl.replace(/^git\+/, '').replace(/\.git$/, '');
  return [...readme.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .flatMap((link) => {
      if (link.startsWith('#')) return [];
      if (!/^https?:\/\//.test(link)) return [`README.md links to ${link}. A registry shows the README alone: link to ${home}/blob/main/…`];
      const [, path] = link.startsWith(`${home}/`) ? (/^\/(?:blob|tree)\/main\/([^#?]*)/.exec(link.slice(home.length)) ?? []) : [];
      return path !== undefined && !exists(decodeURIComponent(path)) ? [`README.md links to ${link}, but there is no ${path}.`] : [];
    });
}

/** Finds static and dynamic imports, and re-exports. */
function importsOf(code: string): string[] {
  return ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);
}

function reachedFrom(path: string, files: ReadonlyMap<string, string>, reached: Set<string> = new Set()): string[] {
  if (!reached.has(path) && files.has(path)) {
    reached.add(path);
    for (const specifier of importsOf(files.get(path) ?? '').filter(isRelative))
      reachedFrom(resolveImport(path, specifier), files, reached);
  }
  return [...reached];
}

/** @param entry a path of `exports`, with a star in place of a name */
function filesMatching(files: ReadonlyMap<string, string>, entry: string): string[] {
  const parts = entry.replace(/^\.\//, '').split('*');
  const pattern = new RegExp(`^${parts.map((part) => part.replaceAll(/[.+]/g, '\\$&')).join('[^/]+')}$`);
  return [...files.keys()].filter((path) => pattern.test(path));
}

const isRelative = (specifier: string): boolean => /^\.{0,2}\//.test(specifier);
const isOfNode = (specifier: string): boolean => specifier.startsWith('node:') || builtinModules.includes(specifier);
const resolveImport = (from: string, specifier: string): string => posix.join(posix.dirname(from), specifier);
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

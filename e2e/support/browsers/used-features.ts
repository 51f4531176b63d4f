import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { root } from '../../../tooling/lib/root.ts';
import { listFiles } from '../../../tooling/lib/workspace.ts';
import { pathsByName, readVersions } from './compat-data.ts';

/** What runs in a browser; what runs in its service worker has other types. */
const programs = [
  ['packages/reference-app', 'packages/widgets', 'packages/sdk-core', 'packages/sdk-core/src/browser'],
  ['packages/reference-app/src/service-worker'],
];
const isShipped = (file: string): boolean => !/\/testing\/|\.test\.tsx?$/.test(file);

/** A feature of browsers by its path in MDN's compatibility data, and the first place that uses it. */
export type UsedFeatures = Map<string, string>;

/**
 * The interfaces and members of browsers that the sources use, by their types. Not found: options of calls, which browsers that don't know
 * them ignore, and what bundled libraries use.
 * @param isWanted whether anything of this path is of interest: to resolve every name takes half a minute
 */
export function featuresOfScripts(isWanted: (path: string) => boolean): UsedFeatures {
  const named = pathsByName();
  const names = new Set([...named].filter(([, paths]) => paths.some(isWanted)).map(([name]) => name));
  const used: UsedFeatures = new Map();
  for (const projects of programs) {
    const configs = projects.map(readConfig);
    const program = ts.createProgram([...new Set(configs.flatMap(({ fileNames }) => fileNames))], configs[0]?.options ?? {});
    const checker = program.getTypeChecker();
    for (const name of program.getRootFileNames().filter(isShipped)) {
      const file = program.getSourceFile(name);
      if (!file) continue;
      const visit = (node: ts.Node): void => {
        if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
        if (ts.isIdentifier(node) && names.has(node.text))
          for (const declaration of checker.getSymbolAtLocation(node)?.declarations ?? []) {
            const path = pathOf(node.text, declaration, named, isWanted);
            if (path === null || used.has(path)) continue;
            used.set(path, `${relative(root, name)}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`);
          }
        ts.forEachChild(node, visit);
      };
      visit(file);
    }
  }
  return used;
}

function readConfig(project: string): ts.ParsedCommandLine {
  const path = join(root, project, 'tsconfig.json');
  const config = ts.getParsedCommandLineOfConfigFile(path, {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail });
  if (!config) throw new Error(`There is no ${path}.`);
  return config;
}

function fail(diagnostic: ts.Diagnostic): never {
  throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
}

/** The path of a name that the compiler's own library declares. */
function pathOf(
  name: string,
  declaration: ts.Declaration,
  named: ReadonlyMap<string, readonly string[]>,
  isWanted: (path: string) => boolean,
): string | null {
  if (!/\/lib\.[^/]*\.d\.ts$/.test(declaration.getSourceFile().fileName)) return null;
  const owner = ownerOf(declaration);
  const own =
    owner === null
      ? [`api.${name}`, `api.Window.${name}`, `javascript.builtins.${name}`, `javascript.builtins.Intl.${name}`]
      : ['api', 'javascript.builtins', 'javascript.builtins.Intl'].flatMap((base) =>
          [`${name}_static`, name, `${name}_event`].map((member) => `${base}.${owner}.${member}`),
        );
  const known = own.find((path) => readVersions(path) !== null);
  if (known !== undefined) return isWanted(known) ? known : null;
  // The library's name for what several interfaces share, such as ParentNode: as old as the oldest of them.
  const paths = named.get(name) ?? [];
  return owner !== null && paths.every(isWanted) ? (paths[0] ?? null) : null;
}

function ownerOf({ parent }: ts.Declaration): string | null {
  if (ts.isInterfaceDeclaration(parent)) return parent.name.text.replace(/Constructor$/, '');
  return ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent) && ts.isIdentifier(parent.parent.name)
    ? parent.parent.name.text
    : null;
}

/** Properties, functions of colours, pseudo-elements and at-rules of the style sheets. Not found: keywords, without which a property is left out. */
export function featuresOfStyles(): UsedFeatures {
  const used: UsedFeatures = new Map();
  for (const file of ['packages/widgets/src', 'packages/reference-app/src'].flatMap((folder) => listFiles(root, folder))) {
    if (!file.endsWith('.css')) continue;
    const css = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
    // Names with a prefix stand beside the standard's.
    const paths = [
      ...[...css.matchAll(/[{;]\s*([a-z][a-z-]*)\s*:/g)].map(([, name]) => `css.properties.${name}`),
      ...[...css.matchAll(/[\s,(:]([a-z][a-z-]*)\(/g)].map(([, name]) => `css.types.color.${name}`),
      ...[...css.matchAll(/::([a-z][a-z-]*)|:([a-z][a-z-]*)\(/g)].map(([, element, name]) => `css.selectors.${element ?? name}`),
      ...[...css.matchAll(/@([a-z][a-z-]*)/g)].map(([, name]) => `css.at-rules.${name}`),
    ];
    for (const path of paths) if (!used.has(path) && readVersions(path) !== null) used.set(path, file);
  }
  return used;
}

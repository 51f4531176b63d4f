import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeFolders, isTestFile, listFiles, listFolders, readFeatures, type Feature } from '../lib/workspace.ts';

export const maximumLines = 400;
const maximumFilesInFolder = 20;

export interface WorkspaceReport {
  /** One line each: rule, where, what to do. */
  readonly problems: readonly string[];
  readonly files: number;
  /** Median number of lines of source files, without tests. */
  readonly median: number;
  readonly p90: number;
}

/** Checks folders and files against the conventions: registered, prefixed, tested, small. */
export function checkWorkspace(rootFolder: string): WorkspaceReport {
  const features = readFeatures(rootFolder);
  const sources = codeFolders.flatMap((folder) => listFiles(rootFolder, folder)).filter((file) => /\.(ts|tsx|css|mjs|js)$/.test(file));
  const lines = sources.filter((file) => !isTestFile(file)).map((file) => ({ file, lines: countLines(join(rootFolder, file)) }));
  const sorted = lines.map((entry) => entry.lines).sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    problems: [
      ...checkFeatureList(features),
      ...checkFeatureFolders(rootFolder, features),
      ...sources
        .map((file) => ({ file, lines: countLines(join(rootFolder, file)) }))
        .filter((entry) => entry.lines > maximumLines)
        .map(
          ({ file, lines: count }) =>
            `file-too-long: ${file} has ${count} lines, ${maximumLines} is the limit. Split it by responsibility.`,
        ),
      ...checkFolderSizes(sources),
    ],
    files: lines.length,
    median: at(0.5),
    p90: at(0.9),
  };
}

/** Checks that `uses` names existing features and has no cycles, and that names are unique. */
export function checkFeatureList(features: readonly Feature[]): string[] {
  const byName = new Map(features.map((feature) => [feature.name, feature]));
  const problems = features.length === byName.size ? [] : ['feature-list: a name stands twice in features.json.'];
  for (const { name, uses } of features) {
    for (const used of uses) if (!byName.has(used)) problems.push(`feature-list: ${name} uses ${used}, which features.json does not list.`);
  }
  const circle = features.find(({ name }) => reaches(name, name, byName, new Set()));
  if (circle) problems.push(`feature-circle: ${circle.name} uses itself through others. "uses" must run in one direction.`);
  return problems;
}

function reaches(from: string, target: string, features: ReadonlyMap<string, Feature>, seen: Set<string>): boolean {
  return (features.get(from)?.uses ?? []).some((used) => {
    if (used === target) return true;
    if (seen.has(used)) return false;
    seen.add(used);
    return reaches(used, target, features, seen);
  });
}

function checkFeatureFolders(rootFolder: string, features: readonly Feature[]): string[] {
  const byName = new Map(features.map((feature) => [feature.name, feature]));
  const problems: string[] = [];
  for (const packageName of listFolders(rootFolder, 'packages')) {
    const parent = `packages/${packageName}/src/features`;
    const found = listFolders(rootFolder, parent);
    for (const name of found) {
      const feature = byName.get(name);
      if (!feature) problems.push(`feature-unknown: ${parent}/${name} is not in features.json. Register it, or use the listed spelling.`);
      else if (!feature.packages.includes(packageName))
        problems.push(`feature-packages: ${parent}/${name} exists; add "${packageName}" to the packages of ${name} in features.json.`);
      problems.push(...checkFeatureFolder(rootFolder, packageName, name));
    }
    for (const { name, packages } of features) {
      if (packages.includes(packageName) && !found.includes(name))
        problems.push(`feature-packages: features.json says that ${name} lives in ${packageName}, but ${parent}/${name} does not exist.`);
    }
  }
  return problems;
}

function checkFeatureFolder(rootFolder: string, packageName: string, name: string): string[] {
  const folder = `packages/${packageName}/src/features/${name}`;
  const files = listFiles(rootFolder, folder);
  const wrong = files
    .filter((file) => dirname(file) === folder && !isNamedAfter(basename(file), name))
    .map((file) => `feature-prefix: ${file} must be called ${name}-…: typing the feature's name must list its whole vertical.`);
  // A screen is tested in a real browser; all other code has its tests beside it.
  const isTested =
    files.some(isTestFile) ||
    (packageName === 'reference-app' && listFiles(rootFolder, `e2e/${name}`).some((file) => file.endsWith('.spec.ts')));
  return isTested
    ? wrong
    : [
        ...wrong,
        `feature-tests: ${folder} has no test. Add ${name}-….test.ts beside the code${packageName === 'reference-app' ? `, or e2e/${name}/<story>.spec.ts` : ''}.`,
      ];
}

function isNamedAfter(file: string, feature: string): boolean {
  return file.startsWith(`${feature}-`) || file.startsWith(`${feature}.`) || /^index\.tsx?$/.test(file);
}

function checkFolderSizes(sources: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of sources) if (!isTestFile(file)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > maximumFilesInFolder)
    .map(
      ([folder, count]) =>
        `folder-too-full: ${folder} has ${count} source files, ${maximumFilesInFolder} is the limit. Group them by responsibility.`,
    );
}

export function countLines(file: string): number {
  const text = readFileSync(file, 'utf8');
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

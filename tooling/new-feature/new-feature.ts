import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { scriptOf } from '../lib/run.ts';
import { readFeatures } from '../lib/workspace.ts';
import { renderFeaturesPage } from '../workspace/features-page.ts';
import { featureFiles } from './feature-files.ts';
import { featureWiring, insert } from './feature-wiring.ts';

/** Packages that a new feature is added to. */
const startingPackages: readonly string[] = ['contract', 'sdk-core', 'server', 'reference-app'];

/**
 * Adds a feature to the tree: registered, one folder in each package with tests and texts, connected to the server, the
 * client and the authorization matrix. It passes every check.
 * @param rootFolder the root of a repository with this layout
 * @param name lower-case words with dashes
 * @returns the written or changed files, relative to the root
 * @throws {Error} when the name is invalid
 */
export function createFeature(rootFolder: string, name: string): string[] {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new Error(`"${name}" is no name for a feature: use lower-case words with dashes, as in video-wall.`);
  const known = readFeatures(rootFolder).find((feature) => feature.name === name);
  if (known && known.packages.length > 0) throw new Error(`The feature "${name}" exists already, in ${known.packages.join(', ')}.`);

  const files = featureFiles(name);
  for (const file of Object.keys(files)) if (existsSync(join(rootFolder, file))) throw new Error(`${file} exists already.`);
  const wired = wire(rootFolder, name);

  register(join(rootFolder, 'features.json'), name, known !== undefined);
  for (const [file, text] of Object.entries({ ...files, ...wired })) {
    const path = join(rootFolder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const page = join(rootFolder, 'docs/features.md');
  mkdirSync(dirname(page), { recursive: true });
  writeFileSync(page, renderFeaturesPage(readFeatures(rootFolder)));
  const changed = [...Object.keys(files), ...Object.keys(wired)];
  // Names differ in length, so lines break at other places.
  execFileSync(process.execPath, [scriptOf('oxfmt', 'oxfmt'), ...changed.filter((file) => !file.endsWith('.csv'))], {
    cwd: rootFolder,
    stdio: 'ignore',
  });
  return changed;
}

/** Returns the files that connect the feature, with their new content. @throws {Error} when one has no place for it */
function wire(rootFolder: string, name: string): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const insertion of featureWiring(name)) {
    const { file } = insertion;
    texts[file] = insert(texts[file] ?? readFileSync(join(rootFolder, file), 'utf8'), insertion);
  }
  return texts;
}

/** Changes the text rather than the parsed value, so that the file keeps its layout. */
function register(path: string, name: string, isPlanned: boolean): void {
  const text = readFileSync(path, 'utf8');
  const packages = `[${startingPackages.map((entry) => `"${entry}"`).join(', ')}]`;
  const entry = ['{', `  "name": "${name}",`, '  "spec": [],', '  "routes": [],', `  "packages": ${packages},`, '  "uses": []', '}'];
  const changed = isPlanned
    ? text.replace(new RegExp(`("name": "${name}"[^}]*?"packages": )\\[\\]`), `$1${packages}`)
    : text.replace(/\n {2}\]\n\}\s*$/, `,\n${entry.map((line) => `    ${line}`).join('\n')}\n  ]\n}\n`);
  if (changed === text) throw new Error('features.json could not be changed: it must end with the list of features.');
  writeFileSync(path, changed);
}

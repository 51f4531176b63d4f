import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readFeatures } from '../lib/workspace.ts';
import { renderFeaturesPage } from '../workspace/features-page.ts';
import { featureFiles } from './feature-files.ts';

/** Packages that a new feature starts in. */
export const startingPackages: readonly string[] = ['contract', 'sdk-core', 'server', 'reference-app'];

/**
 * Writes a feature into the tree: registered, one folder in each package, with tests, passing every check.
 * @param rootFolder the root of a repository laid out like this one
 * @param name lower-case words with dashes
 * @returns the files written, relative to the root
 * @throws {Error} when the name can't be used
 */
export function createFeature(rootFolder: string, name: string): string[] {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) throw new Error(`"${name}" is no name for a feature: use lower-case words with dashes, as in video-wall.`);
  const known = readFeatures(rootFolder).find((feature) => feature.name === name);
  if (known && known.packages.length > 0) throw new Error(`The feature "${name}" exists already, in ${known.packages.join(', ')}.`);

  register(join(rootFolder, 'features.json'), name, known !== undefined);
  const files = featureFiles(name);
  for (const [file, text] of Object.entries(files)) {
    const path = join(rootFolder, file);
    if (existsSync(path)) throw new Error(`${file} exists already.`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const page = join(rootFolder, 'docs/features.md');
  mkdirSync(dirname(page), { recursive: true });
  writeFileSync(page, renderFeaturesPage(readFeatures(rootFolder)));
  return Object.keys(files);
}

/** Changes the text, not the parsed value: the file keeps its one line a feature. */
function register(path: string, name: string, isPlanned: boolean): void {
  const text = readFileSync(path, 'utf8');
  const packages = `[${startingPackages.map((entry) => `"${entry}"`).join(', ')}]`;
  const changed = isPlanned
    ? text.replace(new RegExp(`("name": "${name}".*?"packages": )\\[\\]`), `$1${packages}`)
    : text.replace(/\n {2}\]\n\}\s*$/, `,\n    { "name": "${name}", "spec": [], "routes": [], "packages": ${packages}, "uses": [] }\n  ]\n}\n`);
  if (changed === text) throw new Error('features.json could not be changed: it must end with the list of features, one a line.');
  writeFileSync(path, changed);
}

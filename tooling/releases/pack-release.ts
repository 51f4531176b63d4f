import { appendFileSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.ts';
import { run } from '../lib/run.ts';
import { mapBounded } from '../lib/steps.ts';
import { packPackages } from '../packages/pack-packages.ts';
import { publishable, tarballOf, type Publishable } from '../packages/publishable.ts';
import { notesOf } from './release-notes.ts';
import { readPackedThirdParty, releaseFile, releaseFolder } from './release-files.ts';
import { writeSboms } from './sbom.ts';

/**
 * Writes the release to `artifacts/release`: for each package whose version the registry does not have, its tarball, SBOM, licences, tag and
 * notes. In a workflow, the names of these packages become the output `packages`, dependencies first.
 * @throws {Error} when the registry does not say what it has
 */
export async function packRelease(): Promise<void> {
  rmSync(releaseFolder, { recursive: true, force: true });
  mkdirSync(releaseFolder, { recursive: true });
  const due = (await mapBounded(publishable, 2, async (name) => ((await isPublished(name)) ? [] : [name]))).flat();
  console.log(due.length === 0 ? 'The registry has every version.' : `To be published: ${due.join(', ')}`);
  if (due.length > 0) {
    await packPackages();
    await writeSboms(due);
  }
  for (const name of due) {
    const { version } = manifestOf(name);
    copyFileSync(tarballOf(name), releaseFile(name, 'tgz'));
    writeFileSync(releaseFile(name, 'third-party.md'), await readPackedThirdParty(name));
    writeFileSync(releaseFile(name, 'tag'), `@watchpost/${name}@${version}\n`);
    writeFileSync(releaseFile(name, 'notes.md'), notesOf(readFileSync(join(root, 'packages', name, 'CHANGELOG.md'), 'utf8'), version));
  }
  const outputs = process.env['GITHUB_OUTPUT'];
  if (outputs !== undefined) appendFileSync(outputs, `packages=${due.join(' ')}\n`);
}

/** @throws {Error} with npm's output when the registry gave no answer: not knowing is not the same as not having */
async function isPublished(name: Publishable): Promise<boolean> {
  const { version } = manifestOf(name);
  const { code, output } = await run('npm', ['view', `@watchpost/${name}@${version}`, 'version', '--json']);
  if (code === 0) return output.includes(version);
  if (/\bE404\b/.test(output)) return false;
  throw new Error(`The registry does not say whether it has @watchpost/${name} ${version}:\n${output}`);
}

function manifestOf(name: Publishable): { readonly version: string } {
  return JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
}

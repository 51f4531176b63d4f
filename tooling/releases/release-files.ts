import { join } from 'node:path';
import { root } from '../lib/root.ts';
import { run } from '../lib/run.ts';
import { tarballOf, type Publishable } from '../packages/publishable.ts';

/** Folder of everything that a release consists of. */
export const releaseFolder: string = join(root, 'artifacts/release');

/** The files of one package in that folder, as `.github/workflows/release.yml` names them. */
export const releaseFile = (name: Publishable, kind: 'tgz' | 'cdx.json' | 'third-party.md' | 'notes.md' | 'tag'): string =>
  join(releaseFolder, `${name}.${kind}`);

/** Reads the list of licences that is in a package's tarball: `dist` may have been built again since. */
export async function readPackedThirdParty(name: Publishable): Promise<string> {
  const { code, output } = await run('tar', ['-xzOf', tarballOf(name), 'package/dist/third-party.md']);
  if (code !== 0) throw new Error(`${name} has no list of licences:\n${output}`);
  return output;
}

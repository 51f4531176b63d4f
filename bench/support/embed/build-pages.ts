import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../folders.ts';
import { installProject, runOrThrow } from '../npm-project.ts';
import type { Candidate } from './candidates.ts';

/** The bundler of the peers' pages; ours needs none. */
const esbuild = '0.28.2';

/**
 * Installs the packages of the candidates from npm, each in a project of its own, and bundles their pages as for production.
 * @returns the folder with `<name>/main.js` of each, and `main.css` where there are styles
 * @throws {Error} with the output of npm or the bundler
 */
export async function buildPages(candidates: readonly Candidate[]): Promise<string> {
  const output = temporaryFolder('embed-pages');
  for (const candidate of candidates) {
    const project = await installProject({ ...candidate.packages, esbuild });
    writeFileSync(join(project, 'player.js'), candidate.module);
    writeFileSync(join(project, 'main.js'), mainModule);
    const folder = join(output, folderOf(candidate));
    mkdirSync(folder, { recursive: true });
    const options = [
      '--bundle',
      '--minify',
      '--format=esm',
      '--splitting',
      '--target=es2022',
      '--define:process.env.NODE_ENV="production"',
    ];
    const assets = ['--loader:.svg=dataurl', '--loader:.woff=dataurl', '--loader:.woff2=dataurl', `--outdir=${folder}`];
    await runOrThrow(join(project, 'node_modules/.bin/esbuild'), ['main.js', ...options, ...assets, '--log-level=error'], project);
  }
  return output;
}

export function folderOf({ name }: Candidate): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

/** Adds one player at once, as a page with a tag does, and leaves the rest to the bench. */
const mainModule = `
import { mount } from './player.js';
const stream = JSON.parse(document.querySelector('meta[name=stream]').content);
globalThis.mountPlayer = () => mount(stream);
if (!new URLSearchParams(location.search).has('empty')) mountPlayer();
`;

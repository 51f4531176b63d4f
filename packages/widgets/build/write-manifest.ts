/** Writes `custom-elements.json` and what editors read, into dist/. Run after the build: `node build/write-manifest.ts`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { customData, packageManifest, webTypes } from './manifest.ts';
import type { Manifest, PackageIdentity } from './manifest.ts';

const root = join(import.meta.dirname, '..');

/** Reads the elements' sources. */
export function analyze(): Manifest {
  const analyzer = dirname(createRequire(import.meta.url).resolve('@custom-elements-manifest/analyzer/package.json'));
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-manifest-'));
  try {
    // It joins the folder to the package's own.
    const args = ['analyze', '--quiet', '--config', 'build/manifest.config.js', '--outdir', relative(root, folder)];
    execFileSync(process.execPath, [join(analyzer, 'cem.js'), ...args], { cwd: root, stdio: 'pipe' });
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'custom-elements.json'), 'utf8'));
    return manifest;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const manifest = analyze();
  const identity: PackageIdentity = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const write = (name: string, content: object): void => writeFileSync(join(root, 'dist', name), `${JSON.stringify(content, null, 2)}\n`);
  write('custom-elements.json', packageManifest(manifest));
  write('html.custom-data.json', customData(manifest));
  write('web-types.json', webTypes(manifest, identity));
}

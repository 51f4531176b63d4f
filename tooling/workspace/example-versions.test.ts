import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/root.ts';
import { listFolders } from '../lib/workspace.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const folders = ['examples', 'e2e/consumers'].flatMap((parent) => listFolders(root, parent).map((name) => `${parent}/${name}`));

test.each(folders)('%s names the versions of the catalog: outside of the workspace it can’t point to it', (folder) => {
  const [, catalog = ''] = /^catalog:\n((?: .*\n)+)/m.exec(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')) ?? [];
  const versions = new Map([...catalog.matchAll(/^ {2}'?([^':]+)'?: (\S+)$/gm)].map(([, name = '', version = '']) => [name, version]));
  expect(versions.size).toBeGreaterThan(10);
  const { dependencies, devDependencies }: Manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    expect(version, name).toBe(versions.get(name) ?? version);
});

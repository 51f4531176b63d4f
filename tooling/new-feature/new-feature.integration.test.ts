import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBoundaryViolations } from '../boundaries/cruise.ts';
import { root as realRoot } from '../lib/root.ts';
import { run, scriptOf } from '../lib/run.ts';
import { listFolders, readFeatures } from '../lib/workspace.ts';
import { atMost } from '../tests/slow-machine.ts';
import { checkSources } from '../workspace/source-rules.ts';
import { checkWorkspace } from '../workspace/workspace-rules.ts';
import { featureWiring } from './feature-wiring.ts';
import { createFeature } from './new-feature.ts';

const wiredFiles = [...new Set(featureWiring('any').map(({ file }) => file))];
let root = '';

// A copy of the packages with the installed libraries linked, so that the new feature imports real code.
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'watchpost-new-feature-'));
  const files = ['features.json', 'package.json', 'vitest.config.ts', '.oxfmtrc.json', 'tooling/tsconfig.base.json'];
  // What vitest.config.ts and its tests take from there.
  const ofTests = ['set-wait-limits', 'slow-first', 'slow-machine'].map((name) => `tooling/tests/${name}.ts`);
  for (const name of [...files, ...ofTests]) cpSync(join(realRoot, name), join(root, name));
  cpSync(join(realRoot, 'packages'), join(root, 'packages'), {
    recursive: true,
    filter: (path) => !/(^|\/)(node_modules|dist|reference-app\/src\/assets)(\/|$)/.test(relative(realRoot, path)),
  });
  symlinkSync(join(realRoot, 'node_modules'), join(root, 'node_modules'));
  for (const name of listFolders(realRoot, 'packages'))
    linkLibraries(join(realRoot, 'packages', name, 'node_modules'), join(root, 'packages', name, 'node_modules'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Libraries come from the real tree; our own packages are the copies. */
function linkLibraries(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from).filter((name) => !name.startsWith('.'))) {
    if (entry !== '@watchpost') symlinkSync(realpathSync(join(from, entry)), join(to, entry));
    else {
      mkdirSync(join(to, entry));
      for (const own of readdirSync(join(from, entry))) symlinkSync(join(root, 'packages', own), join(to, entry, own));
    }
  }
}

/** Adds a feature without packages to features.json: those of the product may all be built. */
function planFeature(name: string): void {
  const features = [...readFeatures(root), { name, spec: ['2§2'], routes: [], packages: [], uses: ['cameras'] }];
  writeFileSync(join(root, 'features.json'), JSON.stringify({ features }, null, 2));
}

test('a new feature passes every check and answers on its own route', { timeout: atMost(600_000) }, async () => {
  // One feature that features.json plans, and one that it does not.
  const names = ['doorbell', 'gate-opener'];
  planFeature('doorbell');
  const before = { workspace: checkWorkspace(root).problems, sources: checkSources(root), boundaries: await findBoundaryViolations(root) };
  for (const name of names) {
    expect(createFeature(root, name).length, name).toBeGreaterThan(10);
    expect(readFeatures(root).find((feature) => feature.name === name)?.packages, name).toContain('server');
    expect(() => createFeature(root, name)).toThrow(/exists already/);
  }
  expect(checkWorkspace(root).problems).toEqual(before.workspace);
  expect(checkSources(root)).toEqual(before.sources);
  expect((await findBoundaryViolations(root)).violations).toEqual(before.boundaries.violations);
  const isOurs = (line: string): boolean =>
    names.some((name) => line.includes(`/features/${name}/`)) || wiredFiles.some((file) => line.startsWith(file));
  for (const packageName of ['contract', 'sdk-core', 'server', 'reference-app']) {
    const { output } = await run(
      process.execPath,
      [scriptOf('@typescript/native', 'tsc'), '-p', `packages/${packageName}`, '--pretty', 'false'],
      { cwd: root },
    );
    expect(output.split('\n').filter(isOurs)).toEqual([]);
  }
  // The feature's own tests, and its row of the authorization matrix on a running server.
  const tests = [...names, 'packages/server/src/testing/authorization/authorization-matrix'];
  const { code, output } = await run(
    process.execPath,
    [scriptOf('vitest', 'vitest'), 'run', '--project=unit', '--reporter=verbose', ...tests, '-t', names.join('|')],
    { cwd: root },
  );
  expect(code, output).toBe(0);
  for (const name of names) expect(output).toContain(`GET /public/api/v3/${name}`);
});

test('refuses a name that is not a valid folder name', () => {
  for (const name of ['Two', '../x', 'a_b', '', 'a--b']) expect(() => createFeature(root, name)).toThrow(/no name for a feature/);
});

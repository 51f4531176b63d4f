import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBoundaryViolations } from '../boundaries/cruise.ts';
import { root as realRoot } from '../lib/root.ts';
import { run, scriptOf } from '../lib/run.ts';
import { listFolders, readFeatures } from '../lib/workspace.ts';
import { checkSources } from '../workspace/source-rules.ts';
import { checkWorkspace } from '../workspace/workspace-rules.ts';
import { createFeature } from './new-feature.ts';

let root = '';

// A copy of the packages, with the installed libraries linked: what the new feature imports is the real thing.
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'watchpost-new-feature-'));
  for (const name of ['features.json', 'package.json', 'tooling/tsconfig.base.json']) cpSync(join(realRoot, name), join(root, name));
  cpSync(join(realRoot, 'packages'), join(root, 'packages'), {
    recursive: true,
    filter: (path) => !/(^|\/)(node_modules|dist|assets)(\/|$)/.test(relative(realRoot, path)),
  });
  symlinkSync(join(realRoot, 'node_modules'), join(root, 'node_modules'));
  for (const name of listFolders(realRoot, 'packages')) linkLibraries(join(realRoot, 'packages', name, 'node_modules'), join(root, 'packages', name, 'node_modules'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Libraries are those of the real tree; our own packages are the copies. */
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

test('a new feature passes every check, one that is planned already and one that is not', { timeout: 180_000 }, async () => {
  const names = ['two-way-talk', 'timelapse'];
  const before = { workspace: checkWorkspace(root).problems, sources: checkSources(root), boundaries: await findBoundaryViolations(root) };
  for (const name of names) {
    expect(createFeature(root, name).length, name).toBeGreaterThan(10);
    expect(readFeatures(root).find((feature) => feature.name === name)?.packages, name).toContain('server');
    expect(() => createFeature(root, name)).toThrow(/exists already/);
  }
  expect(checkWorkspace(root).problems).toEqual(before.workspace);
  expect(checkSources(root)).toEqual(before.sources);
  expect((await findBoundaryViolations(root)).violations).toEqual(before.boundaries.violations);
  for (const packageName of ['contract', 'sdk-core', 'server', 'reference-app']) {
    const { output } = await run(process.execPath, [scriptOf('@typescript/native', 'tsc'), '-p', `packages/${packageName}`, '--pretty', 'false'], { cwd: root });
    expect(output.split('\n').filter((line) => names.some((name) => line.includes(`/features/${name}/`)))).toEqual([]);
  }
});

test('a name that is no folder name is refused', () => {
  for (const name of ['Two', '../x', 'a_b', '', 'a--b']) expect(() => createFeature(root, name)).toThrow(/no name for a feature/);
});

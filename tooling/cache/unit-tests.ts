import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.ts';
import { createHasher } from '../lib/stamps.ts';
import type { Step, StepOutcome } from '../lib/steps.ts';
import { runVitest } from '../lib/vitest.ts';
import { codeFolders, listFiles } from '../lib/workspace.ts';
import { failedFiles } from '../tests/flaky.ts';
import { createImportClosure } from './import-closure.ts';
import { sharedInputs } from './package-inputs.ts';

const stampsFile = join(root, 'node_modules/.cache/watchpost/unit-tests.json');
/** Tests of rules about the repository itself: any file can break them. */
const readsEverything = /^(tooling|bench|e2e)\//;

/** Runs the unit tests whose inputs changed since they passed. `npm test` runs all of them. */
export const changedUnitTests: Step = {
  name: 'unit tests',
  run: async (): Promise<StepOutcome> => {
    const passedBefore = readStamps();
    const hashes = hashTests();
    const stale = [...hashes].filter(([file, hash]) => passedBefore[file] !== hash).map(([file]) => file);
    const note = `${hashes.size - stale.length} of ${hashes.size} files unchanged since they passed`;
    if (stale.length === 0) return { passed: 1, failed: 0, note };
    const outcome = await runVitest(['unit'], { filters: stale, show: false });
    const failed = new Set(failedFiles(outcome));
    // An error outside any test has no file, so no result of this run is cached.
    const isCertain = outcome.failed === 0 || failed.size > 0;
    const passed = isCertain ? stale.filter((file) => !failed.has(file)) : [];
    writeStamps(Object.fromEntries([...hashes].filter(([file, hash]) => passedBefore[file] === hash || passed.includes(file))));
    return { ...outcome, note };
  },
};

/** Computes, for each test file, a digest of all its dependencies. */
function hashTests(): ReadonlyMap<string, string> {
  const files = codeFolders.flatMap((folder) => listFiles(root, folder));
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file) && !file.endsWith('.integration.test.ts'));
  const closure = createImportClosure(root);
  const { hash } = createHasher();
  const shared = [...sharedInputs, 'vitest.config.ts'];
  const everything = hash([...shared, ...codeFolders, 'docs', 'features.json', 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']);
  return new Map(tests.map((file) => [file, readsEverything.test(file) ? everything : hash([...shared, ...closure.of(file)])] as const));
}

function readStamps(): Readonly<Record<string, string>> {
  const stamps: Record<string, string> = existsSync(stampsFile) ? JSON.parse(readFileSync(stampsFile, 'utf8')) : {};
  return stamps;
}

function writeStamps(stamps: Readonly<Record<string, string>>): void {
  mkdirSync(join(stampsFile, '..'), { recursive: true });
  writeFileSync(stampsFile, JSON.stringify(stamps));
}

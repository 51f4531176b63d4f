import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../lib/root.ts';
import { hashInputs, isFresh, stamp } from '../lib/stamps.ts';
import type { Step } from '../lib/steps.ts';
import { isTestFile, listFiles } from '../lib/workspace.ts';
import { publishable } from './publishable.ts';

/**
 * Runs the packages gate only when the shape of a package changed: its manifest, README and build, its files and their
 * imports. Other content of a file cannot break a rule of the gate; `npm test` still runs it on every change.
 */
export function whenShapeChanged(packagesGate: Step): Step {
  return {
    name: packagesGate.name,
    run: async () => {
      const shape = hashShape();
      if (isFresh('packages-shape', shape)) return { passed: 1, failed: 0, note: 'no file or import changed since they passed' };
      const outcome = await packagesGate.run();
      if (outcome.failed === 0) stamp('packages-shape', shape);
      return outcome;
    },
  };
}

function hashShape(): string {
  const folders = publishable.map((name) => `packages/${name}`);
  const files = folders.flatMap((folder) => listFiles(root, folder)).filter((file) => !isTestFile(file));
  const isSource = (file: string): boolean => /\/src\/.*\.tsx?$/.test(file);
  const hash = createHash('sha256').update(
    hashInputs([
      'package.json',
      'pnpm-lock.yaml',
      'LICENSE',
      'NOTICE',
      'tooling/packages',
      'tooling/tsconfig.base.json',
      'tooling/tsconfig.build.json',
      'packages/reference-app/package.json',
      'packages/reference-app/vite.config.ts',
      ...files.filter((file) => !isSource(file)),
    ]),
  );
  for (const file of files.filter(isSource)) {
    const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'), true, true);
    hash.update(`\0${file}\0${importedFiles.map(({ fileName }) => fileName).join('\0')}`);
  }
  return hash.digest('hex');
}

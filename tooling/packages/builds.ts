import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.ts';
import { runTool } from '../lib/run.ts';
import { hashInputs, isFresh, stamp } from '../lib/stamps.ts';
import type { StepOutcome } from '../lib/steps.ts';

/** A build for browsers. */
interface Build {
  readonly name: string;
  readonly folder: string;
  /** A file that exists once the build has succeeded. */
  readonly result: string;
  readonly tool: 'rollup' | 'vite';
  readonly args: readonly string[];
  readonly inputs: readonly string[];
}

const shared = [
  'pnpm-lock.yaml',
  'packages/contract/src',
  'packages/mp4/src',
  'packages/sdk-core/src',
  'packages/widgets/src',
  'packages/widgets/package.json',
];
const builds: readonly Build[] = [
  {
    name: 'the embed files',
    folder: 'packages/widgets',
    result: 'dist/cdn',
    tool: 'rollup',
    args: ['--config', '--silent'],
    inputs: [...shared, 'packages/widgets/build', 'packages/widgets/rollup.config.ts'],
  },
  {
    name: 'the app',
    folder: 'packages/reference-app',
    result: 'dist/index.html',
    tool: 'vite',
    args: ['build', '--logLevel', 'warn'],
    inputs: [...shared, 'packages/reference-app'],
  },
];

/** Runs, concurrently, the builds whose inputs changed since the last build. */
export async function buildStale(options: { onBuild?: (name: string) => void } = {}): Promise<StepOutcome> {
  const results = await Promise.all(builds.map((build) => buildOne(build, options.onBuild)));
  const failures = results.filter((result) => result !== null);
  return { passed: failures.length === 0 ? 1 : 0, failed: failures.length === 0 ? 0 : 1, output: failures.join('\n') };
}

/** @returns null if the build succeeded or was up to date, otherwise an error message */
async function buildOne(build: Build, onBuild: ((name: string) => void) | undefined): Promise<string | null> {
  const cwd = join(root, build.folder);
  const key = `build-${build.folder.replaceAll('/', '-')}`;
  const hash = hashInputs(build.inputs);
  if (isFresh(key, hash) && existsSync(join(cwd, build.result))) return null;
  onBuild?.(build.name);
  const { code, output } = await runTool(build.tool, build.tool, build.args, { cwd, env: { NODE_ENV: 'production' } });
  if (code !== 0 || !existsSync(join(cwd, build.result))) return `${build.name} could not be built:\n${output}`;
  stamp(key, hash);
  return null;
}

export function readJson<T>(path: string): T {
  const value: T = JSON.parse(readFileSync(join(root, path), 'utf8'));
  return value;
}

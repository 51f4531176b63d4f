import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../tooling/lib/run.ts';
import { temporaryFolder } from './folders.ts';

/**
 * Installs packages of others from npm, for one run: what a bench compares with is not ours to depend on.
 * @param dependencies pinned versions
 * @returns the project's folder
 * @throws {Error} with npm's output
 */
export async function installProject(dependencies: Readonly<Record<string, string>>): Promise<string> {
  const folder = temporaryFolder('npm-project');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  await runOrThrow('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder);
  return folder;
}

/** Runs a program. @throws {Error} with its output when it fails */
export async function runOrThrow(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { code, output } = await run(program, args, { cwd });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${output}`);
}

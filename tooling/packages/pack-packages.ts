import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.ts';
import { run, runTool, scriptOf, seldomCollecting } from '../lib/run.ts';
import { hashInputs, isFresh, stamp } from '../lib/stamps.ts';
import { mapBounded } from '../lib/steps.ts';
import { buildStale } from './builds.ts';
import { buildWidgets } from './build-widgets.ts';
import { builtByTsup, packedFolder, pnpmVersion, publishable, tarballOf, type Publishable } from './publishable.ts';
import { writeThirdParty } from './third-party.ts';

/** All inputs of the tarballs: the server includes the app. */
export function hashPackages(): string {
  return hashInputs([
    'pnpm-lock.yaml',
    'package.json',
    'LICENSE',
    'NOTICE',
    'tooling/packages',
    'tooling/tsconfig.base.json',
    'tooling/tsconfig.build.json',
    'packages/reference-app',
    ...publishable.map((name) => `packages/${name}`),
  ]);
}

/**
 * Builds and packs the packages that users install; repeats this only when a source changed.
 * @throws {Error} with the output of the failed step
 */
export async function packPackages(): Promise<void> {
  const hash = hashPackages();
  if (isFresh('packed-sources', hash) && publishable.every((name) => existsSync(tarballOf(name)))) return;
  await buildPackages();
  rmSync(packedFolder, { recursive: true, force: true });
  mkdirSync(packedFolder, { recursive: true });
  const pnpm = await findPnpm();
  await mapBounded(publishable, 2, async (name) => {
    await runIn(name, pnpm, ['pack', '--out', tarballOf(name)]);
    if (!existsSync(tarballOf(name))) throw new Error(`${name} was not packed.`);
  });
  stamp('packed-sources', hash);
}

/** Builds dist/ of every publishable package from scratch: leftovers of an earlier build would be published too. */
async function buildPackages(): Promise<void> {
  for (const name of publishable) clean(join(root, 'packages', name, 'dist'));
  const projects = publishable.map((name) => `packages/${name}/tsconfig.build.json`);
  const types = await runTool('@typescript/native', 'tsc', ['-b', '--force', ...projects, '--pretty', 'false'], { env: seldomCollecting });
  if (types.code !== 0) throw new Error(types.output);
  // None of them reads what another one has built: in the clone, packages are resolved to their sources.
  await mapBounded([buildWidgets, ...builtByTsup.map((name) => () => buildByTsup(name))], 2, (build) => build());
  const forBrowsers = await buildStale();
  if (forBrowsers.failed > 0) throw new Error(forBrowsers.output);
  // An installed server has no clone beside it. `kernel/config.ts` of the server reads the app from here.
  cpSync(join(root, 'packages/reference-app/dist'), join(root, 'packages/server/dist/static/app'), { recursive: true });
  cpSync(join(root, 'packages/widgets/dist/cdn'), join(root, 'packages/server/dist/static/embed'), { recursive: true });
  // pnpm adds the root's LICENSE by itself, but not the notices that it requires.
  for (const name of publishable) {
    copyFileSync(join(root, 'NOTICE'), join(root, 'packages', name, 'dist/NOTICE'));
    writeThirdParty(name);
  }
}

/** As its script `build` does. */
async function buildByTsup(name: Publishable): Promise<void> {
  await runIn(name, process.execPath, [scriptOf('tsup', 'tsup'), '--silent']);
}

/** Finds the program that npx has or gets. Asking npx for each call takes two seconds of processor time, and pnpm itself a tenth of one. */
async function findPnpm(): Promise<string> {
  const { code, output } = await run('npx', ['--loglevel=error', '-y', `--package=pnpm@${pnpmVersion}`, '-c', 'command -v pnpm']);
  // npm may warn before it.
  const path = output.trim().split('\n').at(-1) ?? '';
  if (code !== 0 || !existsSync(path)) throw new Error(`npx has no pnpm ${pnpmVersion}:\n${output}`);
  return path;
}

/** @throws {Error} with the output of the program when it fails */
async function runIn(name: Publishable, program: string, args: readonly string[]): Promise<void> {
  const { code, output } = await run(program, args, { cwd: join(root, 'packages', name) });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed in ${name}:\n${output}`);
}

/** Keeps the script-tag build, which has its own stamp. */
function clean(dist: string): void {
  if (!existsSync(dist)) return;
  for (const name of readdirSync(dist)) if (name !== 'cdn') rmSync(join(dist, name), { recursive: true });
}

// Tests run this as a program: their NODE_ENV must not affect the builds.
if (import.meta.main) await packPackages();

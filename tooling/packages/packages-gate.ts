import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../lib/root.ts';
import { run, runTool } from '../lib/run.ts';
import { hashInputs, isFresh, stamp } from '../lib/stamps.ts';
import { gate, mapBounded, type Step } from '../lib/steps.ts';
import { buildStale } from './builds.ts';
import { buildWidgets } from './build-widgets.ts';

/** Packages for the registry, lower ones first. */
export const publishable: readonly string[] = ['contract', 'onvif', 'sdk-core', 'widgets', 'camera-agent', 'server'];
const pnpmVersion = '12.21.0';

/** What a stranger would install: built, packed, and held against publint and "are the types wrong". Done again only when a source changed. */
export const packagesGate: Step = {
  name: 'packages (build, publint, types)',
  run: async () => {
    const hash = hashInputs(['pnpm-lock.yaml', 'tooling/packages', 'tooling/tsconfig.base.json', ...publishable.map((name) => `packages/${name}`)]);
    if (isFresh('packages', hash)) return gate(true, '', 'unchanged since they passed');
    const built = await buildPackages();
    if (built !== null) return gate(false, built);
    const problems = (await mapBounded(publishable, 2, checkPackage)).filter((problem) => problem !== null);
    if (problems.length === 0) stamp('packages', hash);
    return { passed: publishable.length - problems.length, failed: problems.length, output: problems.join('\n') };
  },
};

/** Writes dist/ of every publishable package; null or what went wrong. */
export async function buildPackages(): Promise<string | null> {
  const projects = publishable.map((name) => `packages/${name}/tsconfig.build.json`);
  const types = await runTool('@typescript/native', 'tsc', ['-b', ...projects, '--pretty', 'false']);
  if (types.code !== 0) return types.output;
  await buildWidgets();
  const forBrowsers = await buildStale();
  return forBrowsers.failed === 0 ? null : (forBrowsers.output ?? 'The browser builds failed.');
}

async function checkPackage(name: string): Promise<string | null> {
  const cwd = join(root, 'packages', name);
  const folder = mkdtempSync(join(tmpdir(), `watchpost-pack-${name}-`));
  try {
    const packed = await run('npx', ['--loglevel=error', '-y', `pnpm@${pnpmVersion}`, 'pack', '--pack-destination', folder], { cwd });
    const archive = readdirSync(folder).find((file) => file.endsWith('.tgz'));
    if (packed.code !== 0 || archive === undefined) return `${name} could not be packed:\n${packed.output}`;
    const path = join(folder, archive);
    const lint = await runTool('publint', 'publint', ['run', path, '--strict']);
    const types = await runTool('@arethetypeswrong/cli', 'attw', [path, '--profile', 'esm-only', '--no-emoji', '--no-color', ...excludedEntries(name)]);
    return lint.code === 0 && types.code === 0 ? null : `${name}\n${lint.code === 0 ? '' : lint.output}${types.code === 0 ? '' : types.output}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Style sheets have no types. */
function excludedEntries(name: string): string[] {
  return name === 'widgets' && existsSync(join(root, 'packages/widgets/src/theme')) ? ['--exclude-entrypoints', './theme/tokens.css', './theme/fonts.css', './theme/primitives.css', './theme/own-colours.css'] : [];
}

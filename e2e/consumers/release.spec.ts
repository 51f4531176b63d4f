import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../tooling/lib/root.ts';
import { run, type RunResult } from '../../tooling/lib/run.ts';
import { publishable } from '../../tooling/packages/publishable.ts';
import { readThirdParty } from '../../tooling/packages/third-party.ts';
import { releaseFile, releaseFolder } from '../../tooling/releases/release-files.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
}
interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly name?: string; readonly run?: string }[] }>>;
}

let folder: string;
let registry: Server;
/** Paths of the registry's packages, each with its versions. */
const has = new Map<string, readonly string[]>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-release-'));
  registry = createServer((request, response) => {
    const name = decodeURIComponent(request.url ?? '').slice(1);
    const versions = has.get(name);
    response.writeHead(versions ? 200 : 404, { 'content-type': 'application/json' });
    const list = Object.fromEntries((versions ?? []).map((version) => [version, { name, version }]));
    response.end(JSON.stringify(versions ? { name, 'dist-tags': { latest: versions.at(-1) }, versions: list } : { error: 'Not found' }));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
}, atMost(400_000));
afterAll(() => {
  registry?.close();
  rmSync(folder, { recursive: true, force: true });
});

const registryUrl = (): string => {
  const address = registry.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
};
const environment = (url = registryUrl()) => ({
  // For these packages alone: pnpm comes from the usual one.
  'npm_config_@watchpost:registry': url,
  npm_config_fetch_retries: '0',
  // Of `npm test --silent`, npm would inherit that it says nothing.
  npm_config_loglevel: 'notice',
  npm_config_cache: join(folder, 'npm-cache'),
  NODE_ENV: undefined,
  GITHUB_OUTPUT: join(folder, 'outputs'),
});
const pack = (url?: string): Promise<RunResult> =>
  run(process.execPath, [join(root, 'tooling/commands/release.ts'), 'pack'], { env: environment(url) });
/** Runs a step of the workflow as GitHub does, with the names of packages. */
const runStep = (job: string, name: string, env: Readonly<Record<string, string>>): Promise<RunResult> => {
  const workflow: Workflow = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8'));
  const script = workflow.jobs[job]?.steps.find((step) => step.name === name)?.run ?? 'exit 1';
  return run('bash', ['-e', '-c', script], { cwd: releaseFolder, env: { ...environment(), ...env } });
};
const manifestOf = (path: string): Manifest => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));

/** Everything that is installed with a package, found as Node finds it. */
function installedWith(path: string, found: Map<string, string> = new Map()): ReadonlyMap<string, string> {
  const { dependencies, optionalDependencies } = manifestOf(path);
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const installed = resolveFrom(path, name);
    if (installed === null || found.has(installed)) continue;
    const { version } = manifestOf(installed);
    found.set(installed, `${name}@${version}`);
    installedWith(installed, found);
  }
  return found;
}
function resolveFrom(path: string, name: string): string | null {
  for (let from = path; ; from = dirname(from)) {
    const candidate = join(from, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
    if (from === dirname(from)) return null;
  }
}

describe('a release', () => {
  test('is not guessed when the registry does not answer', async () => {
    const { code, output } = await pack('http://127.0.0.1:9/');
    expect([code, output]).toEqual([1, expect.stringContaining('The registry does not say whether it has @watchpost/')]);
  });

  test('has what the registry lacks, dependencies first', { timeout: atMost(400_000) }, async () => {
    const { version } = manifestOf(join(root, 'packages/mp4'));
    has.set('@watchpost/mp4', ['0.0.1', version]);
    has.set('@watchpost/onvif', ['0.0.1']);
    const { code, output } = await pack();
    expect(code, output).toBe(0);
    const others = publishable.filter((name) => name !== 'mp4');
    expect(readFileSync(join(folder, 'outputs'), 'utf8')).toBe(`packages=${others.join(' ')}\n`);
    expect(existsSync(releaseFile('mp4', 'tgz'))).toBe(false);
    has.clear();
    const all = await pack();
    expect(all.code, all.output).toBe(0);
    expect(all.output).toContain(`To be published: ${publishable.join(', ')}`);
    expect(readFileSync(releaseFile('server', 'tag'), 'utf8')).toBe(
      `@watchpost/server@${manifestOf(join(root, 'packages/server')).version}\n`,
    );
  });

  test('is published by the workflow’s own step, up to the upload', async () => {
    const { code, output } = await runStep('publish', 'Publish', { PACKAGES: publishable.join(' '), npm_config_dry_run: 'true' });
    expect(code, output).toBe(0);
    const published = [...output.matchAll(/^\+ (@watchpost\/\S+)$/gm)].map(([, name]) => name);
    expect(published).toEqual(publishable.map((name) => `@watchpost/${name}@${manifestOf(join(root, 'packages', name)).version}`));
    expect(output).toContain(`Publishing to ${registryUrl()} with tag latest and public access (dry-run)`);
  });

  test('skips in a repeated run what is published already', async () => {
    for (const name of publishable) has.set(`@watchpost/${name}`, [manifestOf(join(root, 'packages', name)).version]);
    const { code, output } = await runStep('publish', 'Publish', { PACKAGES: publishable.join(' '), npm_config_dry_run: 'true' });
    expect([code, output.includes('dry-run')]).toEqual([0, false]);
    has.clear();
  });
});

describe.each(publishable)('the SBOM of %s', (name) => {
  const path = join(root, 'packages', name);
  const textOf = (): string => readFileSync(releaseFile(name, 'cdx.json'), 'utf8');
  const namesOf = (): ReadonlySet<string> => {
    const { components = [] }: { readonly components?: readonly Component[] } = JSON.parse(textOf());
    return new Set(components.map(({ group, name: own, version }) => `${group === undefined ? '' : `${group}/`}${own}@${version}`));
  };

  test('is a CycloneDX document of this version', async () => {
    expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot7).validate(textOf())).toBeNull();
    const { metadata }: { readonly metadata: { readonly component: Component } } = JSON.parse(textOf());
    expect(`${metadata.component.group}/${metadata.component.name}`).toBe(`@watchpost/${name}`);
    expect(metadata.component.version).toBe(manifestOf(path).version);
  });

  test('has everything that is installed with it and everything inside of it, and no tool', () => {
    const names = namesOf();
    const inside = readThirdParty(readFileSync(releaseFile(name, 'third-party.md'), 'utf8'));
    const expected = [...installedWith(path).values(), ...inside.map((one) => `${one.name}@${one.version}`)];
    expect(expected.filter((one) => !names.has(one))).toEqual([]);
    const tools = Object.keys(manifestOf(path).devDependencies ?? {});
    const known = new Set(expected.map((one) => one.slice(0, one.lastIndexOf('@'))));
    expect(tools.filter((tool) => !known.has(tool) && [...names].some((one) => one.startsWith(`${tool}@`)))).toEqual([]);
  });
});

import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { root } from '../../tooling/lib/root.ts';
import { run, type RunOptions, type RunResult } from '../../tooling/lib/run.ts';
import { freePort, until } from '../support/product.ts';
import { pnpmVersion, publishable, tarballOf } from '../../tooling/packages/publishable.ts';

/** Projects of strangers, outside of the workspace, with the packed packages installed. */
export interface Projects {
  /** Holds a folder for each project, by its name. */
  readonly folder: string;
  /** Runs the project's `build`. @throws {Error} with its output */
  build(name: string): Promise<void>;
  /** Runs a program in the project's folder. */
  run(name: string, command: readonly [string, ...string[]], options?: Pick<RunOptions, 'env' | 'input'>): Promise<RunResult>;
  /**
   * Starts a server of the project, and waits until it answers.
   * @param command with its arguments, for the given port; from the project's folder
   */
  serve(
    name: string,
    command: (port: string) => readonly [string, ...string[]],
    env: (origin: string) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>,
  ): Promise<{ readonly origin: string; close(): void }>;
  /** The path of a command that the project has installed. */
  command(name: string, command: string): string;
  dispose(): void;
}

export interface ProjectSource {
  /** From the root of the repository. */
  readonly from: string;
  /** Versions other than those of its package.json. */
  readonly versions?: Readonly<Record<string, string>>;
}

/** The commands of packages begin with `env node`, and an optional package for a newer Node is left out: this Node first. */
const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);

/** Tests use the loopback only: Next.js would send telemetry, Deno would look for updates. */
const quiet = { NEXT_TELEMETRY_DISABLED: '1', DENO_NO_UPDATE_CHECK: '1' };

/**
 * Copies the projects into an empty folder and installs them, each with nothing but what its package.json names:
 * the packages of this repository from their tarballs, the rest from the registry.
 */
export async function installProjects(sources: Readonly<Record<string, ProjectSource>>): Promise<Projects> {
  const packed = await run(process.execPath, [join(root, 'tooling/packages/pack-packages.ts')], { env: { NODE_ENV: 'production' } });
  if (packed.code !== 0) throw new Error(packed.output);

  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'watchpost-consumers-')));
  for (const [name, { from, versions = {} }] of Object.entries(sources)) {
    cpSync(join(root, from), join(folder, name), { recursive: true, filter: (file) => !['node_modules', 'dist'].includes(basename(file)) });
    const manifestFile = join(folder, name, 'package.json');
    const manifest = readFileSync(manifestFile, 'utf8');
    // As a project with an older version of a library has it.
    writeFileSync(
      manifestFile,
      Object.entries(versions).reduce(
        (text, [library, version]) => text.replace(new RegExp(`"${library}": ".*?"`), `"${library}": "${version}"`),
        manifest,
      ),
    );
  }
  // A project has what it names: nothing is hoisted, and React is not lent to one that has none because another project has it.
  const settings = {
    packages: ['*'],
    hoist: false,
    dedupePeerDependents: false,
    allowBuilds: {
      bun: true,
      deno: true,
      node: true,
      esbuild: false,
      'node-av': false,
      '@firebase/util': false,
      protobufjs: false,
      '@parcel/watcher': false,
      lmdb: false,
      'msgpackr-extract': false,
    },
    overrides: Object.fromEntries(publishable.map((name) => [`@watchpost/${name}`, `file:${tarballOf(name)}`])),
  };
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), JSON.stringify(settings));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const installed = await run(
    'npx',
    ['--loglevel=error', '-y', `pnpm@${pnpmVersion}`, 'install', '--prefer-offline', '--no-frozen-lockfile', '--prod=false'],
    { cwd: folder, env: { PATH: path } },
  );
  const dispose = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  if (installed.code !== 0) {
    dispose();
    throw new Error(`The packages could not be installed:\n${installed.output}`);
  }

  return {
    folder,
    build: async (name) => {
      const { code, output } = await run('npm', ['--loglevel=error', 'run', 'build'], {
        cwd: join(folder, name),
        env: { ...quiet, PATH: path, NODE_ENV: 'production' },
      });
      if (code !== 0) throw new Error(`${name} does not build:\n${output}`);
    },
    run: (name, [program, ...args], { env, ...options } = {}) =>
      run(program, args, { ...options, env: { ...quiet, ...env }, cwd: join(folder, name) }),
    serve: async (name, command, env) => {
      const port = String(await freePort());
      const origin = `http://127.0.0.1:${port}`;
      const [program, ...args] = command(port);
      const server = spawn(program, args, {
        cwd: join(folder, name),
        env: { ...process.env, ...quiet, PATH: path, NODE_ENV: 'production', PORT: port, ORIGIN: origin, ...(await env(origin)) },
        stdio: 'ignore',
      });
      await until(`${origin} to be served`, () =>
        fetch(origin).then(
          ({ ok }) => ok,
          () => false,
        ),
      );
      return { origin, close: () => void server.kill() };
    },
    command: (name, command) => join(folder, name, 'node_modules/.bin', command),
    dispose,
  };
}

#!/usr/bin/env node
// Entry point of every script in package.json. Plain JavaScript without dependencies: it must run on any Node from 18 up,
// in a clone without installed packages. It installs the lockfile's packages, then hands over to Node 24.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const pnpmVersion = '12.21.0';
const commands = ['start', 'dev', 'test', 'check', 'bench', 'reliability', 'screens', 'docs', 'firmware', 'release', 'new-feature'];
const startedAt = Date.now();

const [command, ...args] = process.argv.slice(2);
if (command === undefined || !commands.includes(command)) {
  console.error(`Usage: node tooling/start.mjs <${commands.join(' | ')}>`);
  process.exit(2);
}
const [major] = process.versions.node.split('.').map(Number);
if (major < 18) {
  console.error(`Watchpost needs Node 18 or newer to start; this is ${process.version}. Install a current Node and run the command again.`);
  process.exit(1);
}

const stampFile = join(root, 'node_modules', '.watchpost-installed');
const nodePath = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const wanted = hashOfManifests();
if (!isInstalled(wanted)) {
  console.log(`Installing the packages of the lockfile with pnpm ${pnpmVersion} …`);
  // --prod=false: NODE_ENV=production in the environment must not leave the build tools out.
  const code = await run('npx', ['--loglevel=error', '-y', `pnpm@${pnpmVersion}`, 'install', '--frozen-lockfile', '--prod=false'], {
    shell: process.platform === 'win32',
  });
  if (code !== 0 || !existsSync(nodePath)) {
    console.error(
      'The packages could not be installed. Look at the lines above: mostly the network or a full disk. Then run the same command again.',
    );
    process.exit(code === 0 ? 1 : code);
  }
  writeFileSync(stampFile, wanted);
  console.log(`Packages installed after ${seconds(startedAt)}.`);
}

const code = await run(
  realpathSync(nodePath),
  ['--import', './tooling/lib/end-with-parent.ts', `./tooling/commands/${command}.ts`, ...args],
  {
    ipc: true,
    env: { WATCHPOST_STARTED_AT: String(startedAt) },
  },
);
process.exit(code);

/** Digests all manifests and the lockfile; a change requires an install. */
function hashOfManifests() {
  const hash = createHash('sha256');
  const folders = ['packages', 'examples'].flatMap((parent) => foldersIn(join(root, parent)));
  const files = [
    'package.json',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    '.npmrc',
    ...[...folders, 'e2e', 'bench', 'tooling', 'docs'].map((folder) => join(folder, 'package.json')),
  ];
  for (const file of files) {
    const path = join(root, file);
    if (existsSync(path)) hash.update(file).update('\0').update(readFileSync(path)).update('\0');
  }
  return `${hash.digest('hex')} ${process.platform} ${process.arch}\n`;
}

function foldersIn(parent) {
  if (!existsSync(parent)) return [];
  return readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(parent.slice(root.length + 1), entry.name))
    .sort();
}

function isInstalled(hash) {
  return existsSync(nodePath) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash;
}

/**
 * Runs a program in its own process group and exits with its code. A Ctrl-C reaches this process once or twice
 * (from the terminal, and from npm); the program gets exactly one signal, and its whole group is killed if it does not end.
 */
function run(file, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: root,
      detached: process.platform !== 'win32',
      shell: options.shell ?? false,
      env: { ...process.env, ...options.env },
      stdio: options.ipc ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    });
    let firstSignalAt = 0;
    let lastResort;
    const forward = (signal) => {
      const now = Date.now();
      if (firstSignalAt === 0) {
        firstSignalAt = now;
        child.kill(signal);
        lastResort = setTimeout(() => killGroup(child.pid), 20_000);
      } else if (now - firstSignalAt > 1000) killGroup(child.pid);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    // `kill` of npm ends npm and its shell, which forward no signal: a new parent process reveals it.
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid !== parent && firstSignalAt === 0) forward('SIGTERM');
    }, 300);
    const end = (code) => {
      clearTimeout(lastResort);
      clearInterval(watch);
      for (const signal of signals) process.off(signal, forward);
      // No process that the program started may outlive it.
      killGroup(child.pid);
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(`${file} could not be started: ${error.message}`);
      end(1);
    });
    child.on('exit', (code, signal) => end(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}

function killGroup(pid) {
  try {
    if (pid !== undefined && process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is empty: all processes have ended.
  }
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root as realRoot } from './lib/root.ts';
import { atMost } from './tests/slow-machine.ts';

// A tree with start.mjs and the test's own command; the packages count as installed.
let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'watchpost-start-'));
  mkdirSync(join(root, 'tooling/lib'), { recursive: true });
  mkdirSync(join(root, 'tooling/commands'));
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(join(realRoot, 'node_modules/node'), join(root, 'node_modules/node'));
  for (const file of ['start.mjs', 'lib/end-with-parent.ts']) cpSync(join(realRoot, 'tooling', file), join(root, 'tooling', file));
  // Replaces the install step with an `npx` that prints its arguments.
  writeFileSync(join(root, 'npx'), `#!/bin/sh\necho "npx $*"\n`, { mode: 0o755 });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** @param onOutput receives all output so far and may send signals */
function start(
  onOutput: (output: string, kill: (signal: NodeJS.Signals) => void) => void = () => undefined,
  ...args: string[]
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'tooling/start.mjs'), ...args], {
      env: { ...process.env, PATH: `${root}:${process.env['PATH']}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      onOutput(output, (signal) => child.kill(signal));
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('close', (code) => resolve({ code, output }));
  });
}

const command = (text: string): void => writeFileSync(join(root, 'tooling/commands/check.ts'), text);
const installs = (output: string): number => output.split('npx ').length - 1;

describe('start.mjs', () => {
  test('installs once, and again when a manifest changes; hands over to Node 24', async () => {
    command("console.log('node', process.versions.node.split('.')[0], process.argv.slice(2).join(' '));");
    const first = await start(undefined, 'check', 'a', '--b');
    expect(first.output).toMatch(/npx .*pnpm@[\d.]+ install --frozen-lockfile/);
    expect(first.output).toContain('node 24 a --b');
    expect(first.code).toBe(0);
    expect(installs((await start(undefined, 'check')).output)).toBe(0);
    mkdirSync(join(root, 'packages/x'), { recursive: true });
    writeFileSync(join(root, 'packages/x/package.json'), '{}');
    expect(installs((await start(undefined, 'check')).output)).toBe(1);
    expect(installs((await start(undefined, 'check')).output)).toBe(0);
  });

  test('ends with the exit code of the command', async () => {
    command('process.exitCode = 7;');
    expect((await start(undefined, 'check')).code).toBe(7);
  });

  test('explains an unknown command', async () => {
    const { code, output } = await start(undefined, 'nothing');
    expect(code).toBe(2);
    expect(output).toMatch(/Usage: .*start \| dev/);
  });

  test('merges two quick signals, as from a terminal and from npm, into one', async () => {
    command(
      "let count = 0; process.on('SIGINT', () => { count += 1; setTimeout(() => { console.log('signals', count); process.exit(0); }, 300); }); setInterval(() => undefined, 1000); console.log('up');",
    );
    let isSent = false;
    const { code, output } = await start((text, kill) => {
      if (isSent || !text.includes('up')) return;
      isSent = true;
      kill('SIGINT');
      setTimeout(() => kill('SIGINT'), 50);
    }, 'check');
    expect(output).toContain('signals 1');
    expect(code).toBe(0);
  });

  test('ends processes that the command leaves behind', async () => {
    command(
      "import { spawn } from 'node:child_process'; import { writeFileSync } from 'node:fs'; const child = spawn('sleep', ['60'], { stdio: 'ignore' }); child.unref(); writeFileSync('left', String(child.pid));",
    );
    await start(undefined, 'check');
    const pid = Number(readFileSync(join(root, 'left'), 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test('killing the shell in between shuts everything down properly', async () => {
    command(
      "import { writeFileSync } from 'node:fs'; process.on('SIGTERM', () => { writeFileSync('down', 'in order'); process.exit(0); }); setInterval(() => undefined, 1000); console.log('up');",
    );
    writeFileSync(join(root, 'node_modules/.watchpost-installed'), '');
    const shell = spawn('sh', ['-c', `"${process.execPath}" tooling/start.mjs check; true`], {
      cwd: root,
      env: { ...process.env, PATH: `${root}:${process.env['PATH']}` },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    shell.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('up')) shell.kill('SIGTERM');
    });
    await expect.poll(() => existsSync(join(root, 'down')), { timeout: atMost(10_000) }).toBe(true);
  });

  test('a command whose starter was killed ends too', async () => {
    command(
      "import { writeFileSync } from 'node:fs'; writeFileSync('up', String(process.pid)); setInterval(() => undefined, 1000); console.log('up');",
    );
    let isSent = false;
    await start((text, kill) => {
      if (isSent || !text.includes('up')) return;
      isSent = true;
      kill('SIGKILL');
    }, 'check');
    const pid = Number(readFileSync(join(root, 'up'), 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

/** A process that has ended but was not yet reaped by its parent counts as ended. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

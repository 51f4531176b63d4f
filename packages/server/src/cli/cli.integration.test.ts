import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readArguments, usage } from './arguments.ts';

const main = join(import.meta.dirname, 'main.ts');
let folder: string;
const running = new Set<ChildProcess>();

beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'watchpost-cli-'))));
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  await rm(folder, { recursive: true, force: true });
});

interface Run {
  readonly child: ChildProcess;
  output(): string;
  readonly ended: Promise<number | null>;
}

function run(args: readonly string[], environment: Record<string, string> = {}): Run {
  const variables = { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), PORT: '0', WATCHPOST_DEMO: '0', ...environment };
  const child = spawn(process.execPath, [main, ...args], { env: variables, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let text = '';
  child.stdout.on('data', (data: Buffer) => void (text += data.toString()));
  child.stderr.on('data', (data: Buffer) => void (text += data.toString()));
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  return { child, output: () => text, ended };
}

async function finish(args: readonly string[], environment?: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { ended, output } = run(args, environment);
  return { code: await ended, output: output() };
}

test('help for all and for each; an unknown command or option is told', async () => {
  for (const command of ['start', 'migrate', 'doctor', 'backup', 'restore', 'verify']) {
    expect(usage(undefined)).toContain(command);
    expect(usage(command)).toContain(`watchpost ${command}`);
  }
  expect(readArguments(['start', '--port', '81', '--no-demo', '-d', '/x'])).toMatchObject({ command: 'start', variables: { PORT: '81', WATCHPOST_DEMO: '0', DATA_DIR: '/x' } });
  expect(await finish(['--help'])).toMatchObject({ code: 0, output: expect.stringContaining('watchpost <command>') });
  expect(await finish(['fly'])).toMatchObject({ code: 2 });
  expect(await finish(['start', '--fly'])).toMatchObject({ code: 1, output: expect.stringMatching(/--fly[\s\S]*--help/) });
});

test('start says where to open it and how to sign in; a second one on the folder refuses; a signal ends it', async () => {
  const first = run(['start']);
  await expect.poll(first.output, { timeout: 10_000 }).toContain('Stop     Ctrl-C');
  expect(first.output()).toMatch(/Open {5}http:\/\/localhost:\d+\n/);
  expect(first.output()).toMatch(/Sign in {2}with any e-mail address\. .*outbox/);

  const second = await finish(['start']);
  expect(second.code).toBe(1);
  expect(second.output).toContain(`Another Watchpost (process ${first.child.pid})`);
  expect(second.output).not.toContain('    at ');

  const doctor = await finish(['doctor']);
  expect(doctor).toMatchObject({ code: 0, output: expect.stringContaining(`process ${first.child.pid} is using the folder`) });

  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(existsSync(join(folder, 'data', 'watchpost.lock'))).toBe(false);
});

test('kill -9 leaves a folder that starts again', async () => {
  const first = run(['start']);
  await expect.poll(first.output, { timeout: 10_000 }).toContain('Stop     Ctrl-C');
  first.child.kill('SIGKILL');
  await first.ended;
  const second = run(['start']);
  await expect.poll(second.output, { timeout: 10_000 }).toContain('Stop     Ctrl-C');
  second.child.kill('SIGINT');
  expect(await second.ended).toBe(0);
});

test('a taken port is told in a sentence', async () => {
  const blocker = createServer();
  blocker.listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const address = blocker.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const started = await finish(['start'], { PORT: port });
  expect(started).toMatchObject({ code: 1, output: expect.stringContaining(`Port ${port} is taken`) });
  expect(started.output).not.toContain('    at ');
  expect(await finish(['doctor'], { PORT: port })).toMatchObject({ code: 1, output: expect.stringContaining('ERROR    Port') });
  blocker.close();
});

test('a Firebase project that can not work is told before the start, by doctor too', async () => {
  const config = JSON.stringify({ apiKey: 'k', projectId: 'p', appId: 'a', messagingSenderId: '1' });
  const firebase = { WATCHPOST_FIREBASE_CONFIG: config, WATCHPOST_FIREBASE_VAPID_KEY: 'B'.repeat(87) };
  expect(await finish(['start'], firebase)).toMatchObject({ code: 1, output: expect.stringContaining('WATCHPOST_FIREBASE_SERVICE_ACCOUNT is missing') });
  const started = await finish(['start'], { ...firebase, WATCHPOST_FIREBASE_SERVICE_ACCOUNT: join(folder, 'nothing.json') });
  expect(started).toMatchObject({ code: 1, output: expect.stringContaining("which can't be read") });
  expect(started.output).not.toContain('    at ');
  expect(await finish(['doctor'], { ...firebase, WATCHPOST_FIREBASE_SERVICE_ACCOUNT: join(folder, 'nothing.json') })).toMatchObject({ code: 1, output: expect.stringContaining('ERROR    Push') });
});

test('backup while it runs, restore elsewhere: the same database and keys; nothing is overwritten unasked', async () => {
  const data = join(folder, 'data');
  const copy = join(folder, 'copy');
  expect(await finish(['backup', copy])).toMatchObject({ code: 1, output: expect.stringContaining('no database') });
  const server = run(['start']);
  await expect.poll(server.output, { timeout: 10_000 }).toContain('Stop     Ctrl-C');
  expect(await finish(['backup', copy])).toMatchObject({ code: 0 });
  expect(await finish(['backup', copy])).toMatchObject({ code: 1, output: expect.stringContaining('not empty') });
  expect(await finish(['restore', copy, '--force'])).toMatchObject({ code: 1, output: expect.stringContaining('Another Watchpost') });
  server.child.kill('SIGTERM');
  await server.ended;

  expect(await finish(['restore', copy])).toMatchObject({ code: 1, output: expect.stringContaining('--force') });
  expect(await finish(['restore', copy, '--force'])).toMatchObject({ code: 0 });
  const elsewhere = join(folder, 'elsewhere');
  expect(await finish(['restore', copy, '-d', elsewhere])).toMatchObject({ code: 0 });
  for (const key of [join('keys', 'server.key'), join('keys', 'vapid.json')]) {
    expect(await readFile(join(elsewhere, key), 'utf8')).toBe(await readFile(join(data, key), 'utf8'));
    expect((await stat(join(elsewhere, key))).mode & 0o077).toBe(0);
  }
  expect(await finish(['migrate', '-d', elsewhere])).toMatchObject({ code: 0, output: expect.stringContaining('up to date') });
});

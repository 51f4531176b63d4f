import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mountSmallDisk } from '../testing/small-disk.ts';
import { readArguments, usage } from './arguments.ts';
import { atMost } from '../../../../tooling/tests/slow-machine.ts';

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

/** @param before a program and its arguments that run the command */
function run(args: readonly string[], environment: Record<string, string> = {}, before: readonly string[] = []): Run {
  const variables = { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), PORT: '0', WATCHPOST_DEMO: '0', ...environment };
  const [program = '', ...words] = [...before, process.execPath, main, ...args];
  const child = spawn(program, words, { env: variables, stdio: ['ignore', 'pipe', 'pipe'] });
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

test('help describes all commands and each of them; an unknown command or option is reported', async () => {
  for (const command of [
    'start',
    'migrate',
    'doctor',
    'backup',
    'restore',
    'invite',
    'verify',
    'plans',
    'invoice-paid',
    'bank-statement',
  ]) {
    expect(usage(undefined)).toContain(command);
    expect(usage(command)).toContain(`watchpost ${command}`);
  }
  expect(readArguments(['start', '--port', '81', '--no-demo', '-d', '/x'])).toMatchObject({
    command: 'start',
    variables: { PORT: '81', WATCHPOST_DEMO: '0', DATA_DIR: '/x' },
  });
  // A server that was started as ever must not get prices.
  expect(readArguments(['start']).variables).toEqual({});
  expect(readArguments(['start', '--demo']).variables).toEqual({ WATCHPOST_DEMO: '1', WATCHPOST_DEMO_PLANS: '1' });
  expect(await finish(['--help'])).toMatchObject({ code: 0, output: expect.stringContaining('watchpost <command>') });
  expect(await finish(['fly'])).toMatchObject({ code: 2 });
  expect(await finish(['start', '--fly'])).toMatchObject({ code: 1, output: expect.stringMatching(/--fly[\s\S]*--help/) });
});

test('an operator invites users, also while the server runs', async () => {
  expect(await finish(['invite', 'anna@example.com'])).toMatchObject({ code: 1, output: expect.stringContaining('Start the server once') });
  const server = run(['start'], { HOST: '0.0.0.0' });
  await expect.poll(server.output, { timeout: atMost(30_000) }).toContain('Stop     Ctrl-C');
  expect(server.output()).toMatch(/Sign in .*invited.*WATCHPOST_OPERATORS/);
  expect(await finish(['invite', 'anna'])).toMatchObject({ code: 1, output: expect.stringContaining('not an e-mail address') });
  expect(await finish(['invite', 'Anna@Example.com'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('anna@example.com can sign in now'),
  });
  expect(await finish(['invite'])).toMatchObject({ code: 0, output: 'anna@example.com\n' });
  expect(await finish(['invite', 'anna@example.com', '--revoke'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('not invited any more'),
  });
  expect(await finish(['invite'])).toMatchObject({ code: 0, output: expect.stringContaining('Nobody was invited') });
  const doctor = await finish(['doctor'], { HOST: '0.0.0.0', WATCHPOST_SIGN_UP: 'open' });
  expect(doctor.output).toMatch(/warning +Sign-up +open to everybody/);
  expect(doctor.output).toMatch(/warning +Operators +nobody/);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

test('start prints its address and how to sign in; a second one on the same folder refuses; a signal ends it', async () => {
  const first = run(['start']);
  await expect.poll(first.output, { timeout: atMost(30_000) }).toContain('Stop     Ctrl-C');
  expect(first.output()).toMatch(/Open {5}http:\/\/localhost:\d+\n/);
  expect(first.output()).toMatch(/Sign in {2}with any e-mail address\. .*outbox/);

  const second = await finish(['start']);
  expect(second.code).toBe(2);
  expect(second.output).toContain(`Another Watchpost (process ${first.child.pid})`);
  expect(second.output).not.toContain('    at ');

  const doctor = await finish(['doctor']);
  expect(doctor).toMatchObject({ code: 0, output: expect.stringContaining(`process ${first.child.pid} is using the folder`) });

  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(existsSync(join(folder, 'data', 'watchpost.lock'))).toBe(false);
});

test('a proxy that the settings do not name is reported by the log, the health page and doctor', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const address = blocker.address();
  const PORT = typeof address === 'object' ? String(address?.port) : '';
  await new Promise((resolve) => blocker.close(resolve));
  const missing = 'WATCHPOST_TRUSTED_PROXIES=127.0.0.1';

  const server = run(['start'], { PORT });
  await expect.poll(server.output, { timeout: atMost(30_000) }).toContain('Stop     Ctrl-C');
  expect((await finish(['doctor'], { PORT })).output).toMatch(/ok +Proxy +none is trusted/);
  const health = `http://127.0.0.1:${PORT}/healthz`;
  for (const _ of [1, 2]) {
    const visitor = await fetch(health, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(await visitor.json()).toEqual({ status: 'ok' });
  }
  expect(await (await fetch(health)).json()).toMatchObject({ status: 'ok', warnings: [expect.stringContaining(missing)] });
  expect((await finish(['doctor'], { PORT })).output).toMatch(/warning +Proxy +.*WATCHPOST_TRUSTED_PROXIES=127\.0\.0\.1/);
  server.child.kill('SIGTERM');
  await server.ended;
  expect(server.output().split(missing)).toHaveLength(2);

  const expected = { WATCHPOST_PUBLIC_ORIGIN: 'https://cams.example' };
  expect((await finish(['doctor'], expected)).output).toMatch(/warning +Proxy +WATCHPOST_PUBLIC_ORIGIN is https/);
  const named = { ...expected, WATCHPOST_TRUSTED_PROXIES: 'loopback' };
  expect((await finish(['doctor'], named)).output).toMatch(/ok +Proxy +trusted: loopback/);
});

test('kill -9 leaves a folder that starts again', async () => {
  const first = run(['start']);
  await expect.poll(first.output, { timeout: atMost(30_000) }).toContain('Stop     Ctrl-C');
  first.child.kill('SIGKILL');
  await first.ended;
  const second = run(['start']);
  await expect.poll(second.output, { timeout: atMost(30_000) }).toContain('Stop     Ctrl-C');
  second.child.kill('SIGINT');
  expect(await second.ended).toBe(0);
});

test('a port in use is reported in one sentence', async () => {
  const blocker = createServer();
  blocker.listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const address = blocker.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const started = await finish(['start'], { PORT: port });
  expect(started).toMatchObject({ code: 2, output: expect.stringContaining(`Port ${port} is taken`) });
  expect(started.output).not.toContain('    at ');
  expect(await finish(['doctor'], { PORT: port })).toMatchObject({ code: 1, output: expect.stringContaining('ERROR    Port') });
  blocker.close();
});

/** Creates a database as `watchpost start` leaves it, then changes it with `sql`. */
async function databaseWith(sql: string): Promise<string> {
  const dataDir = join(folder, 'used');
  expect(await finish(['migrate'], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  const database = new DatabaseSync(join(dataDir, 'watchpost.db'));
  database.exec(sql);
  database.close();
  return dataDir;
}

/** A start that can't succeed ends within this time, ms. */
const refusalMs = 5000;

/** Returns how long a process has waited for a processor, ms: a busy machine is not its fault. Only Linux knows. */
function starvedMs({ pid }: ChildProcess): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** Kills a process that takes too long, which then has no exit code. */
async function endOrKill({ child, ended }: Run): Promise<number | null> {
  const since = performance.now();
  const watching = setInterval(() => {
    if (performance.now() - since - starvedMs(child) > refusalMs) child.kill('SIGKILL');
  }, 100);
  return ended.finally(() => clearInterval(watching));
}

/** Expects exit code 2 in time, and an explanation in one sentence, without a stack. */
async function refuses(environment: Record<string, string>, sentence: RegExp, before?: readonly string[]): Promise<void> {
  const started = run(['start'], { LOG_LEVEL: 'warn', ...environment }, before);
  const code = await endOrKill(started);
  const output = started.output();
  expect([code, output]).toEqual([2, expect.stringMatching(sentence)]);
  expect(output).not.toMatch(/ {4}at |Error:/);
  expect(output.trim().split('\n')).toHaveLength(1);
}

test('an unusable data folder is reported in one sentence, also where Node’s own recursion would never end', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await refuses(
    { DATA_DIR: file },
    /The data folder .*file can't be used: it is a file\. Move the file away, or name another folder with DATA_DIR\.$/m,
  );
  await refuses({ DATA_DIR: join(file, 'data') }, /a part of its path is a file/);
  if (process.platform === 'linux') await refuses({ DATA_DIR: '/proc/nope/data' }, /no folder can be made there/);
});

test('a read-only disk', async ({ skip }) => {
  const disk = await mountSmallDisk(1);
  if (!disk) return skip('Mounting is not allowed here.');
  try {
    execFileSync('mount', ['-o', 'remount,ro', disk.folder]);
    await refuses({ DATA_DIR: disk.folder }, /its disk is mounted read-only/);
    await refuses({ DATA_DIR: join(disk.folder, 'data') }, /its disk is mounted read-only/);
  } finally {
    await disk.remove();
  }
});

test.skipIf(process.getuid?.() !== 0)('a folder of another user', async () => {
  const data = join(folder, 'data');
  expect(await finish(['migrate'])).toMatchObject({ code: 0 });
  for (const file of ['.', ...(await readdir(data, { recursive: true }))]) await chown(join(data, file), 65_534, 65_534);
  // Root without its right to write anywhere: another user might not even reach the folder of this clone.
  await refuses({}, /this user \(uid 0\) may not write there/, ['setpriv', '--bounding-set=-dac_override,-dac_read_search']);
});

test('an unusable database is reported in one sentence: damaged, of a newer version, missing, unresponsive', async () => {
  const data = join(folder, 'data');
  await mkdir(data);
  await writeFile(join(data, 'watchpost.db'), 'no database at all, but long enough to be taken for one'.repeat(100));
  await refuses({}, /The database .*watchpost\.db can't be used: it is damaged, or is no database of Watchpost\. Restore a backup/);
  await rm(join(data, 'watchpost.db'));
  await mkdir(join(data, 'watchpost.db'));
  await refuses({}, /watchpost\.db can't be used: this user may not read and write it/);

  const used = await databaseWith("insert into kysely_migration (name, timestamp) values ('9999-teleport', '2030-01-01T00:00:00Z')");
  await refuses({ DATA_DIR: used }, /a newer Watchpost has used it \(9999-teleport\)\. Start that version again, or restore a backup/);

  const elsewhere = join(folder, 'elsewhere');
  await refuses(
    { DATA_DIR: elsewhere, DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/cams' },
    /The database cams at 127\.0\.0\.1:1 can't be used: its server does not answer \(.*ECONNREFUSED.*\)\. Start PostgreSQL, or correct DATABASE_URL\./,
  );
  const silent = createServer();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  await refuses(
    { DATA_DIR: elsewhere, DATABASE_URL: `postgres://me:secret@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/cams` },
    /its server does not answer/,
  );
  silent.close();
});

test('a HOST that this machine does not have is reported in one sentence', async () => {
  await refuses(
    { HOST: '203.0.113.77' },
    /The server can't listen on HOST=203\.0\.113\.77: it is no address of this machine \(EADDRNOTAVAIL\)\. Use 127\.0\.0\.1/,
  );
  await refuses({ HOST: 'nowhere.invalid' }, /The server can't listen on HOST=nowhere\.invalid: no address is known by this name/);
});

test('an unusable Firebase project is reported before the start, by doctor too', async () => {
  const config = JSON.stringify({ apiKey: 'k', projectId: 'p', appId: 'a', messagingSenderId: '1' });
  const firebase = { WATCHPOST_FIREBASE_CONFIG: config, WATCHPOST_FIREBASE_VAPID_KEY: 'B'.repeat(87) };
  expect(await finish(['start'], firebase)).toMatchObject({
    code: 2,
    output: expect.stringContaining('WATCHPOST_FIREBASE_SERVICE_ACCOUNT is missing'),
  });
  const started = await finish(['start'], { ...firebase, WATCHPOST_FIREBASE_SERVICE_ACCOUNT: join(folder, 'nothing.json') });
  expect(started).toMatchObject({ code: 2, output: expect.stringContaining("which can't be read") });
  expect(started.output).not.toContain('    at ');
  expect(await finish(['doctor'], { ...firebase, WATCHPOST_FIREBASE_SERVICE_ACCOUNT: join(folder, 'nothing.json') })).toMatchObject({
    code: 1,
    output: expect.stringContaining('ERROR    Push'),
  });
});

test('backup from a running server, restore elsewhere: the same database and keys; nothing is overwritten without --force', async () => {
  const data = join(folder, 'data');
  const copy = join(folder, 'copy');
  expect(await finish(['backup', copy])).toMatchObject({ code: 1, output: expect.stringContaining('no database') });
  const server = run(['start']);
  await expect.poll(server.output, { timeout: atMost(30_000) }).toContain('Stop     Ctrl-C');
  expect(await finish(['backup', copy])).toMatchObject({ code: 0 });
  expect(await finish(['backup', copy])).toMatchObject({ code: 1, output: expect.stringContaining('not empty') });
  // A folder that can't contain subfolders, where Node's own recursion would never end.
  if (process.platform === 'linux')
    expect(await finish(['backup', '/proc/nope/copy'])).toMatchObject({ code: 1, output: expect.stringContaining("can't be made") });
  expect(await finish(['restore', copy, '--force'])).toMatchObject({ code: 2, output: expect.stringContaining('Another Watchpost') });
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

test('a backup without recordings says so; with them, it restores them, except files that were still being written', async () => {
  const data = join(folder, 'data');
  const hour = join('footage', 'c1', '2026-01-15', '12');
  await finish(['migrate']);
  await mkdir(join(data, hour), { recursive: true });
  await mkdir(join(data, 'events', 'c1'), { recursive: true });
  const segment = Buffer.alloc(3_000_000, 7);
  await writeFile(join(data, hour, '1768478400000.m4s'), segment);
  await writeFile(join(data, hour, '1768478404000.m4s.part'), segment);
  await writeFile(join(data, 'footage', 'c1', 'init-0123456789abcdef.mp4'), 'init');
  await writeFile(join(data, 'events', 'c1', 'e1.jpg'), 'picture');

  const without = await finish(['backup', join(folder, 'without')]);
  expect(without).toMatchObject({
    code: 0,
    output: expect.stringContaining('NOT in it: recordings and pictures of events (3.0 MB in 3 files). Add them with --with-footage'),
  });
  expect(existsSync(join(folder, 'without', 'footage'))).toBe(false);
  expect(await finish(['restore', join(folder, 'without'), '-d', join(folder, 'bare')])).toMatchObject({
    code: 0,
    output: expect.stringContaining('(3.0 MB in 3 files were left out)'),
  });

  expect(await finish(['backup', join(folder, 'with'), '--with-footage'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('recordings and pictures of events (3.0 MB in 3 files)'),
  });
  expect(await finish(['restore', join(folder, 'with'), '-d', join(folder, 'whole')])).toMatchObject({
    code: 0,
    output: expect.stringContaining('With recordings and pictures of events (3.0 MB in 3 files)'),
  });
  expect((await readFile(join(folder, 'whole', hour, '1768478400000.m4s'))).equals(segment)).toBe(true);
  expect(existsSync(join(folder, 'whole', 'footage', 'c1', 'init-0123456789abcdef.mp4'))).toBe(true);
  expect(existsSync(join(folder, 'whole', 'events', 'c1', 'e1.jpg'))).toBe(true);
  expect(existsSync(join(folder, 'whole', hour, '1768478404000.m4s.part'))).toBe(false);
});

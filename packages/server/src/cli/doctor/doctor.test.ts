import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../kernel/config.ts';
import { judgeRoles } from './cluster-check.ts';
import { judgeClock, judgePostgres } from './database-checks.ts';
import type { Finding, Machine } from './finding.ts';
import { fileSystemOf, folderChecks } from './folder-checks.ts';
import { machineChecks } from './machine-checks.ts';
import { judgeModels } from './service-checks.ts';

let dataDir: string;
beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'watchpost-doctor-'))));
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const machine: Machine = {
  now: () => 0,
  nodeVersion: 'v24.1.0',
  memoryLimitBytes: null,
  timeZone: undefined,
  read: () => null,
};

async function find(name: string, differences: Partial<Machine>, environment: Record<string, string> = {}): Promise<Finding | undefined> {
  const config = readConfig({ DATA_DIR: dataDir, ...environment });
  return [...machineChecks, ...folderChecks].find((check) => check.name === name)?.run(config, { ...machine, ...differences });
}

/** What `/proc/self/limits` says of open files. */
const limits = (soft: string, hard: string) => ({
  read: (path: string) =>
    path === '/proc/self/limits'
      ? `Limit  Soft Limit  Hard Limit  Units\nMax open files            ${soft}                 ${hard}               files\n`
      : null,
});
const mounts = (...lines: readonly string[]) => ({
  read: (path: string) =>
    path === '/proc/self/mountinfo' ? ['22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw', ...lines].join('\n') : null,
});

test.each<[string, string, Partial<Machine>]>([
  ['Node', 'node-old', { nodeVersion: 'v22.11.0' }],
  ['Memory', 'memory-limit', { memoryLimitBytes: 256 * 1024 ** 2 }],
  ['Open files', 'open-files', limits('256', '256')],
  ['Time zones', 'time-zone-unknown', { timeZone: 'Mars/Olympus' }],
])('%s: %s says why, and what to do', async (name, code, differences) => {
  const finding = await find(name, differences);
  expect(finding).toMatchObject({ code, remedy: expect.stringMatching(/\.$/) });
  expect(finding?.level).not.toBe('ok');
  expect((await find(name, {}))?.code).toBe('ok');
});

test('limits that are large enough, or none', async () => {
  // Node raises its own limit up to the hard one.
  expect(await find('Open files', limits('1024', '524288'))).toMatchObject({ code: 'ok', what: '524288 allowed' });
  expect(await find('Open files', limits('unlimited', 'unlimited'))).toMatchObject({ code: 'ok' });
  expect(await find('Memory', { memoryLimitBytes: 1024 ** 3 })).toMatchObject({ code: 'ok' });
  for (const timeZone of ['Europe/Moscow', ':/etc/localtime', ''])
    expect(await find('Time zones', { timeZone })).toMatchObject({ code: 'ok' });
});

test.each(['nfs4', 'cifs', 'fuse.sshfs', '9p', 'ceph'])(
  'a data folder on %s is reported; what it threatens depends on the database',
  async (type) => {
    const onNetwork = mounts(`40 22 0:35 / ${dataDir} rw shared:9 - ${type} host:/share rw`);
    expect(await find('Disk', onNetwork)).toMatchObject({
      level: 'warning',
      code: 'data-folder-on-network',
      why: expect.stringContaining('SQLite'),
    });
    expect(await find('Disk', onNetwork, { DATABASE_URL: 'postgres://a@b/c' })).toMatchObject({
      why: expect.stringContaining('recording stops'),
    });
    expect(await find('Disk', mounts(`40 22 0:35 / ${dataDir}-other rw - ${type} host:/share rw`))).toMatchObject({
      code: 'ok',
      what: 'ext4',
    });
  },
);

test('the file system of a path is that of the innermost, newest mount above it', () => {
  const text = [
    '22 1 8:1 / / rw - ext4 /dev/sda1 rw',
    '30 22 0:30 / /srv rw - xfs /dev/sdb1 rw',
    '31 30 0:31 / /srv/video\\040store rw master:3 - nfs4 nas:/video rw',
    '32 22 0:32 / /srv rw - btrfs /dev/sdc1 rw',
  ].join('\n');
  expect(fileSystemOf(text, '/srv/video store/data')).toBe('nfs4');
  expect(fileSystemOf(text, '/srv/data')).toBe('btrfs');
  expect(fileSystemOf(text, '/srvdata')).toBe('ext4');
  expect(fileSystemOf('', '/srv')).toBeNull();
  expect(fileSystemOf('nonsense\n - \n', '/srv')).toBeNull();
});

test('PostgreSQL: too old, too few connections', () => {
  expect(judgePostgres({ major: 12, free: 90 })).toMatchObject({ code: 'postgres-old' });
  expect(judgePostgres({ major: 15, free: 14 })).toMatchObject({ code: 'postgres-connections', what: expect.stringContaining('14') });
  expect(judgePostgres({ major: 15, free: 15 })).toMatchObject({ code: 'ok' });
});

test('clocks: five seconds are nothing, and the sentence says which is late', () => {
  expect(judgeClock(4900, 'PostgreSQL’s')).toMatchObject({ code: 'ok' });
  expect(judgeClock(600_000, 'PostgreSQL’s')).toMatchObject({
    code: 'clock-wrong',
    what: expect.stringContaining('600 s behind PostgreSQL'),
  });
  expect(judgeClock(-600_000, 'PostgreSQL’s')).toMatchObject({
    code: 'clock-wrong',
    what: expect.stringContaining('600 s ahead of PostgreSQL'),
  });
});

test.each(['api', 'media', 'jobs'] as const)('a cluster without a node of the role %s: what nobody does, and what to start', (role) => {
  const node = { isAlive: true, draining: false };
  const others = (['api', 'media', 'jobs'] as const).filter((other) => other !== role);
  const [own, ...rest] = others;
  const nodes = rest.map((other) => ({ ...node, roles: [other] }));
  const missing = { level: 'warning', code: `no-${role}-node`, remedy: expect.stringContaining(`--role ${role}`) };
  expect(judgeRoles(own ? [own] : [], nodes)).toMatchObject(missing);
  // One that has ended, or is about to, does nothing any more.
  for (const ended of [{ isAlive: false }, { draining: true }])
    expect(judgeRoles(own ? [own] : [], [...nodes, { ...node, ...ended, roles: [role] }])).toMatchObject(missing);
  expect(judgeRoles(own ? [own] : [], [...nodes, { ...node, roles: [role] }])).toMatchObject({ code: 'ok' });
  // This node counts before it runs.
  expect(judgeRoles([role], [{ ...node, roles: others }])).toMatchObject({ code: 'ok' });
});

test('recognition: the model and what runs it belong together', () => {
  expect(judgeModels({ hasWeights: true, hasRuntime: true })).toMatchObject({ code: 'ok' });
  expect(judgeModels({ hasWeights: false, hasRuntime: false })).toMatchObject({ code: 'ok' });
  expect(judgeModels({ hasWeights: true, hasRuntime: false })).toMatchObject({
    code: 'model-missing',
    remedy: expect.stringContaining('onnxruntime-node'),
  });
  expect(judgeModels({ hasWeights: false, hasRuntime: true })).toMatchObject({
    code: 'model-missing',
    remedy: expect.stringContaining('models install'),
  });
});

test('the guide lists every code, and no other', () => {
  const sources = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'));
  const code = [...sources.map((name) => join(import.meta.dirname, name)), join(import.meta.dirname, '../doctor.ts')]
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const guide = readFileSync(join(import.meta.dirname, '../../../../../docs/guide/operations.md'), 'utf8').split('## Health')[0] ?? '';
  const listed = [...guide.matchAll(/`([a-z]+(?:-[a-z0-9]+)+)`/g)].map(([, name = '']) => name);
  expect(new Set(listed).size).toBe(listed.length);
  for (const name of listed) expect(code).toContain(`'${name}'`);
  for (const [, name] of code.matchAll(/(?:warning|failure)\(\s*'([\w-]+)'/g)) expect(listed).toContain(name);
  expect(listed.length).toBeGreaterThan(40);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataFolder, LockedError, lockHolder } from './lock.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'watchpost-lock-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

test('one process holds a folder, and releases it afterwards', () => {
  const unlock = lockDataFolder(folder);
  expect(lockHolder(folder)).toBe(process.pid);
  expect(() => lockDataFolder(folder)).toThrow(LockedError);
  expect(() => lockDataFolder(folder)).toThrow(/process \d+\) is using .* DATA_DIR/);
  unlock();
  expect(lockHolder(folder)).toBeNull();
  lockDataFolder(folder)();
});

test('another living process keeps the lock; after a kill it is taken over', async () => {
  const lockModule = join(import.meta.dirname, 'lock.ts');
  const script = `import(${JSON.stringify(lockModule)}).then(({ lockDataFolder }) => { lockDataFolder(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000); })`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  expect(lockHolder(folder)).toBe(child.pid);
  expect(() => lockDataFolder(folder)).toThrow(LockedError);
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  lockDataFolder(folder)();
});

test('a later process with the same number is not the holder', async () => {
  await writeFile(join(folder, 'watchpost.lock'), JSON.stringify({ pid: process.pid, startedAt: 'another-boot:1' }));
  const unlock = lockDataFolder(folder);
  expect(JSON.parse(await readFile(join(folder, 'watchpost.lock'), 'utf8')).startedAt).not.toBe('another-boot:1');
  unlock();
});

test('a truncated lock is taken over', async () => {
  await writeFile(join(folder, 'watchpost.lock'), '{"pid":');
  lockDataFolder(folder)();
});

import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeLeftovers } from './leftovers.ts';

const hour = 3_600_000;
const now = Date.UTC(2026, 0, 15, 12);

/** @param files their ages in hours, by camera and name */
async function setUp(files: Readonly<Record<string, Readonly<Record<string, number>>>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-leftovers-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [cameraId, ages] of Object.entries(files)) {
    await mkdir(join(folder, cameraId));
    for (const [name, age] of Object.entries(ages)) {
      const path = join(folder, cameraId, name);
      await writeFile(path, name);
      await utimes(path, (now - age * hour) / 1000, (now - age * hour) / 1000);
    }
  }
  return folder;
}

test('files whose rows are gone are deleted, of every camera, unless they are new', async () => {
  const folder = await setUp({
    yard: { 'evt_1.jpg': 5, 'evt_2.jpg': 5, 'evt_2.mp4': 5, 'evt_3.jpg': 0.5 },
    removed: { 'evt_4.jpg': 500, 'evt_4.jpg.new': 500 },
  });
  await removeLeftovers({ folder, existing: async () => new Set(['evt_1']), before: now - hour });
  expect((await readdir(join(folder, 'yard'))).toSorted()).toEqual(['evt_1.jpg', 'evt_3.jpg']);
  expect(await readdir(join(folder, 'removed'))).toEqual([]);
});

test('any number of files is looked up in parts, each id once', async () => {
  const names = Array.from({ length: 450 }, (_, index) => `evt_${index}.jpg`);
  const folder = await setUp({ yard: Object.fromEntries([...names, 'evt_0.mp4'].map((name) => [name, 5])) });
  const asked: number[] = [];
  const existing = async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
    asked.push(ids.length);
    return new Set(ids.filter((id) => id !== 'evt_7'));
  };
  await removeLeftovers({ folder, existing, before: now });
  expect(Math.max(...asked)).toBeLessThanOrEqual(200);
  expect(await readdir(join(folder, 'yard'))).toHaveLength(450);
});

test('without a folder there is nothing to do, and a database that fails deletes nothing', async () => {
  await removeLeftovers({ folder: join(tmpdir(), 'watchpost-never-there'), existing: async () => new Set(), before: now });
  const folder = await setUp({ yard: { 'evt_1.jpg': 5 } });
  const existing = () => Promise.reject(new Error('The database is away.'));
  await expect(removeLeftovers({ folder, existing, before: now })).rejects.toThrow('away');
  expect(await readdir(join(folder, 'yard'))).toEqual(['evt_1.jpg']);
});

import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { unadjusted } from '../sources/adjustment.ts';
import { openSettingsStore } from './settings-store.ts';

test('settings survive a restart and are readable only by their user; an unreadable file is reported and replaced by defaults', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-agent-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const problems: string[] = [];
  const open = (name: string) => openSettingsStore(folder, name, (problem) => problems.push(problem));
  const store = await open('Yard');
  expect(store.current).toEqual(unadjusted);
  await store.save({ ...unadjusted, rotation: 90 });
  await store.save({ ...store.current, timeZone: 'Asia/Omsk' });
  expect((await open('Yard')).current).toEqual({ ...unadjusted, rotation: 90, timeZone: 'Asia/Omsk' });
  expect((await open('Gate')).current).toEqual(unadjusted);
  expect((await stat(join(folder, 'settings', 'Yard.json'))).mode & 0o777).toBe(0o600);
  // The credentials loader reads the files of the parent folder.
  expect(await readdir(folder)).toEqual(['settings']);
  expect(problems).toEqual([]);
  for (const text of ['{', '[]', '{"rotation":45}', '{"timeZone":"Mars/Base"}']) {
    await writeFile(join(folder, 'settings', 'Yard.json'), text);
    expect((await open('Yard')).current).toEqual(unadjusted);
  }
  expect(problems).toHaveLength(4);
});

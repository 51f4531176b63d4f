import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadCredentials, removeCredentials, saveCredentials } from './credentials.ts';

const credentials = { cameraId: 'c1', agentToken: 'secret' };

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-agent-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('saved credentials are readable only by their owner and load until they are removed', async () => {
  const folder = join(await makeFolder(), 'agents');
  await saveCredentials(folder, 'street', credentials);
  expect((await stat(join(folder, 'street.json'))).mode & 0o777).toBe(0o600);
  expect(await loadCredentials(folder, () => undefined)).toEqual(new Map([['street', credentials]]));
  await removeCredentials(folder, 'street');
  expect((await loadCredentials(folder, () => undefined)).size).toBe(0);
});

test('a damaged file is reported and does not stop the others', async () => {
  const folder = await makeFolder();
  await saveCredentials(folder, 'street', credentials);
  await writeFile(join(folder, 'porch.json'), '{"cameraId":');
  const unreadable: string[] = [];
  const saved = await loadCredentials(folder, (file) => unreadable.push(file));
  expect([...saved.keys()]).toEqual(['street']);
  expect(unreadable).toEqual(['porch.json']);
});

test('a missing folder contains no credentials', async () => {
  expect((await loadCredentials(join(tmpdir(), 'watchpost-no-such-folder'), () => undefined)).size).toBe(0);
});

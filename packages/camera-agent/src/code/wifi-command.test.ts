import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createWifiCommand } from './wifi-command.ts';

async function script(lines: string): Promise<{ command: string; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-wifi-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const command = join(folder, 'join-wifi');
  await writeFile(command, `#!/bin/sh\n${lines}\n`);
  await chmod(command, 0o755);
  return { command, folder };
}
const wifi = { name: 'Дом "2" $(id)', password: 'open sesame; rm' };

test('the program reads the network from standard input; its command line and environment contain nothing of it', async () => {
  const { command, folder } = await script(`cat > "$1/stdin"; tr '\\0' ' ' < /proc/$$/cmdline > "$1/cmdline"; env > "$1/environment"`);
  await createWifiCommand(`${command} ${folder}`)(wifi);
  expect(JSON.parse(await readFile(join(folder, 'stdin'), 'utf8'))).toEqual(wifi);
  for (const name of ['cmdline', 'environment']) expect(await readFile(join(folder, name), 'utf8'), name).not.toContain('sesame');
});

test('an open network has no password', async () => {
  const { command, folder } = await script('cat > "$1/stdin"');
  await createWifiCommand(`${command} ${folder}`)({ name: 'Café', password: null });
  expect(JSON.parse(await readFile(join(folder, 'stdin'), 'utf8'))).toEqual({ name: 'Café', password: null });
});

test('a failing or missing program is reported without the content of the code', async () => {
  const { command } = await script('cat; exit 7');
  const failure: unknown = await createWifiCommand(command)(wifi).catch((error: unknown) => error);
  expect(String(failure)).toMatch(/did not join the network \(7\)/);
  expect(String(failure)).not.toContain('sesame');
  await expect(createWifiCommand('/nowhere/join-wifi')(wifi)).rejects.toThrow(/can't be started/);
});

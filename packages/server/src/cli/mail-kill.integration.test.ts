import { confirmCode, requestCode } from '@watchpost/contract/endpoints/session';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startMailServer, type MailServer } from '../testing/mail-server.ts';
import { atMost } from '../../../../tooling/tests/slow-machine.ts';

const main = join(import.meta.dirname, 'main.ts');
let folder: string;
let mailServer: MailServer | undefined;
const running = new Set<ChildProcess>();

beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'watchpost-mail-kill-'))));
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  await mailServer?.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(smtpUrl: string): Promise<{ url: string; output: () => string; kill: () => Promise<void> }> {
  const child = spawn(process.execPath, [main, 'start'], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: '0', WATCHPOST_DEMO: '0', SMTP_URL: smtpUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let text = '';
  child.stdout.on('data', (data: Buffer) => void (text += data.toString()));
  child.stderr.on('data', (data: Buffer) => void (text += data.toString()));
  await expect.poll(() => text, { timeout: atMost(20_000) }).toMatch(/http:\/\/localhost:\d+/);
  const closed = once(child, 'close');
  return {
    url: /http:\/\/localhost:\d+/.exec(text)?.[0] ?? '',
    output: () => text,
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
      running.delete(child);
    },
  };
}

const post = (url: string, body: unknown) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

test('kill -9 loses no queued e-mail message: the next start sends it, and its code works', async () => {
  // A port without a listener for now; a mail server uses it later.
  const placeholder = await startMailServer();
  const smtpUrl = placeholder.url();
  await placeholder.close();

  const first = await start(smtpUrl);
  const readers = Array.from({ length: 5 }, (_, index) => `reader${index}@example.com`);
  for (const email of readers) expect((await post(first.url + requestCode.path, { email })).status).toBe(200);
  await expect.poll(first.output, { timeout: atMost(10_000) }).toContain('An e-mail message could not be sent');
  await first.kill();

  mailServer = await startMailServer({ port: Number(new URL(smtpUrl).port) });
  const { received } = mailServer;
  const second = await start(smtpUrl);
  await expect.poll(() => received.map(({ to }) => to.join()).sort(), { timeout: atMost(30_000) }).toEqual(readers);
  const emailMessage = received.find(({ to }) => to.includes('reader3@example.com'))?.emailMessage;
  const otp = /^\d{6}/.exec(emailMessage?.subject ?? '')?.[0] ?? expect.fail('no code');
  const device = { deviceId: randomUUID(), deviceName: 'web', deviceToken: 'x'.repeat(32) };
  expect((await post(second.url + confirmCode.path, { email: 'reader3@example.com', otp, ...device })).status).toBe(200);
  await second.kill();
});

import { confirmCode, requestCode } from '@watchpost/contract/endpoints/session';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyMigratedDatabase } from '../testing/database/migrated-database.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { readCode } from '../testing/outbox.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

test('with SMTP_URL a code is sent by mail, and is neither in the log nor in a file', async () => {
  const mailServer = await startMailServer();
  const server = await startTestServer({ smtpUrl: mailServer.url(), mailFrom: 'Watchpost <no-reply@cams.example>' });
  try {
    expect((await server.call(requestCode, { body: { email: 'anna@example.com' }, headers: { 'accept-language': 'ru' } })).status).toBe(
      200,
    );
    await expect.poll(() => mailServer.received, { timeout: 10_000 }).toHaveLength(1);
    const [{ to, emailMessage } = expect.fail('nothing arrived')] = mailServer.received;
    const otp = /^(\d{6}) — ваш код входа в Watchpost$/.exec(emailMessage.subject ?? '')?.[1] ?? expect.fail('no code in the subject');
    expect(to).toEqual(['anna@example.com']);
    for (const part of [emailMessage.text, emailMessage.html]) expect(part).toContain(otp);
    const device = { deviceId: randomUUID(), deviceName: 'web', deviceToken: 'x'.repeat(32) };
    expect((await server.call(confirmCode, { body: { email: 'anna@example.com', otp, ...device } })).status).toBe(200);
    expect(server.logLines.join('')).not.toContain(otp);
    expect(existsSync(join(server.dataDir, 'outbox'))).toBe(false);
  } finally {
    await server.close();
    await mailServer.close();
  }
});

test('an unavailable mail server delays no request; the metrics show it, and the log does not contain its password', async () => {
  const server = await startTestServer({ smtpUrl: 'smtp://robot:very-secret@127.0.0.1:1' });
  try {
    expect((await server.call(requestCode, { body: { email: 'anna@example.com' } })).status).toBe(200);
    await expect.poll(() => server.logLines.join('')).toContain('An e-mail message could not be sent');
    expect(server.logLines.join('')).not.toContain('very-secret');
    expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/^watchpost_letters_waiting 1$/m);
  } finally {
    await server.close();
  }
});

test('a node that does no jobs keeps its messages in the database; the next that does sends them', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'watchpost-mail-'));
  await copyMigratedDatabase(dataDir);
  const startNode = (role: 'api' | 'jobs'): Promise<TestServer> =>
    startTestServer({ dataDir, cluster: { roles: [role], name: 'node', address: null, capacity: 60 } });
  try {
    const api = await startNode('api');
    try {
      expect((await api.call(requestCode, { body: { email: 'anna@example.com' } })).status).toBe(200);
      expect(await (await fetch(`${api.url}/metrics`)).text()).toMatch(/^watchpost_letters_waiting 1$/m);
    } finally {
      // Waits for a message that is being sent.
      await api.close();
    }
    expect(await readCode(dataDir, 'anna@example.com')).toBeNull();
    const jobs = await startNode('jobs');
    try {
      await expect.poll(() => readCode(dataDir, 'anna@example.com'), { timeout: 10_000 }).toMatch(/^\d{6}$/);
    } finally {
      await jobs.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

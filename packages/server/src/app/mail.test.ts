import { confirmCode, requestCode } from '@watchpost/contract/endpoints/session';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMailServer } from '../testing/mail-server.ts';
import { startTestServer } from '../testing/test-server.ts';

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

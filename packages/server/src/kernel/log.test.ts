import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLog, redact, withLoggedRequest } from './log.ts';
import { createTokens, inviteTokenOf, signGuestToken } from './tokens.ts';

const tokens = createTokens(Buffer.alloc(32, 1));
const inviteToken = inviteTokenOf(tokens, 'inv_1');
const guest = { guestId: 'guest_1', inviteId: 'inv_1', exp: 1 };

function logged(format: 'json' | 'text', write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog({ level: 'info', format, write: (line) => void lines.push(line) }));
  return lines.join('');
}

test.each(['json', 'text'] as const)('no log line contains a secret, wherever it occurs (%s)', (format) => {
  const secret = 'hunter2';
  const text = logged(format, (log) => {
    log.info({ headers: { authorization: `Bearer ${secret}`, cookie: secret, 'set-cookie': secret, 'x-xsrf-token': secret } }, 'request');
    log.info({
      body: {
        deviceToken: secret,
        refresh_token: secret,
        password: secret,
        deep: [{ registrationToken: secret, otp: secret, clientSecret: secret }],
      },
    });
    log.info(`connecting to rtsp://admin:${secret}@192.168.1.2/live`);
    log.info({ url: `rtsp://admin:p@ss/${secret}@192.168.1.2/live` }, 'with an @ and a slash in the password');
    log.error({ err: new Error(`failed: postgres://watchpost:${secret}@db/watchpost`) }, 'database');
    log.child({ token: secret }).warn('child');
    log.info(`header was Bearer ${secret}`);
    log.info(tokens.sign('refresh', 'fam_1 7'));
    log.info({ req: { url: `/public/api/v3/invites/by-token/${inviteToken}/guest?x=1` } }, `GET /s/${inviteToken}`);
    log.info(signGuestToken(tokens, guest));
  });
  expect(text).not.toContain(secret);
  expect(text).not.toContain(tokens.sign('refresh', 'fam_1 7').slice(-20));
  expect(text).not.toContain(inviteToken);
  expect(text).not.toContain(signGuestToken(tokens, guest).slice(-20));
  expect(text).toContain('/by-token/[redacted]/guest?x=1');
  expect(text).toContain('192.168.1.2');
});

test('credentials are removed from any address, and the line stays JSON', () => {
  fc.assert(
    fc.property(fc.webUrl({ validSchemes: ['http', 'rtsp'] }), fc.stringMatching(/^[\w!$&'()*+,;=%/@-]{6,20}$/), (url, password) => {
      const secret = `zq${password}qz`;
      const line = JSON.stringify({ msg: url.replace('://', `://user:${secret}@`) });
      const clean = redact(line);
      expect(clean).not.toContain(secret);
      expect(() => JSON.parse(clean)).not.toThrow();
    }),
  );
});

test('other values stay: the code of a sign-in e-mail message, error codes', () => {
  const text = logged('json', (log) => log.info({ code: 'invalid-code' }, 'Mail to a@example.com: 123456 is your Watchpost sign-in code'));
  expect(text).toContain('123456');
  expect(text).toContain('invalid-code');
  expect(text).toContain('a@example.com');
});

test('text format: time, level, text, the rest', () => {
  expect(logged('text', (log) => log.warn({ cameraId: 'cam_1' }, 'Camera is silent'))).toMatch(
    /^\d\d:\d\d:\d\d warn {2}Camera is silent {2}\{"cameraId":"cam_1"\}\n$/,
  );
});

test('the token of a Telegram bot is removed, alone and from an address', () => {
  const token = '123456789:AAExampleExampleExampleExampleExamp';
  for (const text of [`https://api.telegram.org/bot${token}/getMe failed`, `the token ${token}`]) {
    expect(redact(text)).not.toContain('AAExample');
    expect(redact(text)).toContain('[redacted]');
  }
  // A time and an address with a port are no tokens.
  expect(redact('at 12:30 from 10.0.0.5:8080')).toBe('at 12:30 from 10.0.0.5:8080');
});

test('lines carry the ids of their request and camera, also after a wait, and each of them once', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', format: 'json', write: (line) => void lines.push(line) });
  await withLoggedRequest({ id: 'req_1', camera: { cameraId: 'cam_1' } }, async () => {
    log.info('first');
    await Promise.resolve();
    log.child({ reqId: 'req_1', cameraId: 'cam_2' }).info('child');
    log.warn({ cameraId: 'cam_3' }, 'fields');
  });
  withLoggedRequest({ id: 'req_2', camera: null }, () => log.info('no camera'));
  log.info('no request');
  expect(lines.map((line) => [JSON.parse(line).msg, JSON.parse(line).reqId, JSON.parse(line).cameraId])).toEqual([
    ['first', 'req_1', 'cam_1'],
    ['child', 'req_1', 'cam_2'],
    ['fields', 'req_1', 'cam_3'],
    ['no camera', 'req_2', undefined],
    ['no request', undefined, undefined],
  ]);
  for (const line of lines) for (const key of ['reqId', 'cameraId']) expect(line.split(`"${key}"`).length).toBeLessThanOrEqual(2);
});

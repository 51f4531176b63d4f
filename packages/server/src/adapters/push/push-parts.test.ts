import { createManualClock } from '@watchpost/contract/testing';
import fc from 'fast-check';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createNetworkPolicy } from '../../kernel/network/network-policy.ts';
import { createPushHttp } from './push-http.ts';
import { fitMessage } from './push-payload.ts';
import { readRetryAfter } from './retry-after.ts';
import { loadVapidKeys } from './vapid-keys.ts';

describe('the server’s VAPID keys', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'watchpost-vapid-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));
  const file = () => join(dataDir, 'keys', 'vapid.json');

  test('are created once, readable by the owner only, and stay', async () => {
    const keys = loadVapidKeys({ dataDir });
    expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(loadVapidKeys({ dataDir })).toEqual(keys);
  });

  test.each([
    ['cut off', (text: string) => text.slice(0, 40)],
    ['empty', () => ''],
    ['of two pairs', (text: string) => text.replace(/"privateKey":"..../, '"privateKey":"AAAA')],
    ['zero', (text: string) => text.replace(/"privateKey":"[\w-]+"/, `"privateKey":"${'A'.repeat(43)}"`)],
  ])('a file that is %s is reported, not replaced', async (_, damage) => {
    loadVapidKeys({ dataDir });
    const damaged = damage(await readFile(file(), 'utf8'));
    await chmod(file(), 0o600);
    await writeFile(file(), damaged);
    expect(() => loadVapidKeys({ dataDir })).toThrow(/vapid\.json is damaged.*Restore/);
    expect(await readFile(file(), 'utf8')).toBe(damaged);
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 10, 21, 7);
  test.each([
    ['0', 0],
    [' 120 ', 120_000],
    ['Sat, 21 Nov 2026 07:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 06:00:00 GMT', 0],
    ['soon', null],
    ['-1', null],
    ['1.5', null],
    ['99999999999', null],
    [undefined, null],
    ['', null],
  ])('%j', (value, expected) => expect(readRetryAfter(value, now)).toBe(expected));
  test('any header value yields no time in the past', () => {
    fc.assert(fc.property(fc.string(), (value) => (readRetryAfter(value, now) ?? 0) >= 0));
  });
});

describe('a message with a size limit', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 5000 });
  test('fits, keeps what a click needs, and is unchanged when short', () => {
    fc.assert(
      fc.property(text, text, text, fc.integer({ min: 400, max: 4000 }), (title, body, picture, maximum) => {
        const whole = {
          notification: { title, body, image: picture },
          data: { CameraId: 'cam_1', CameraTitle: body, ImageUrl: picture, Timestamp: '1800000000000' },
          fcmOptions: { link: '/cameras/cam_1?t=1800000000000' },
        };
        const { message, bytes } = fitMessage(whole, maximum);
        expect(bytes.length).toBeLessThanOrEqual(maximum);
        expect(JSON.parse(bytes.toString())).toEqual(JSON.parse(JSON.stringify(message)));
        expect(message).toMatchObject({ data: { CameraId: 'cam_1', Timestamp: '1800000000000' }, fcmOptions: whole.fcmOptions });
        if (Buffer.byteLength(JSON.stringify(whole)) <= maximum) expect(message).toBe(whole);
      }),
    );
  });
  test('a message that can never fit is an error, not a broken message', () => {
    expect(() => fitMessage({ fcmOptions: { link: 'x'.repeat(100) } }, 50)).toThrow(RangeError);
  });
});

test('the connection itself refuses a forbidden address, whatever was checked before', async () => {
  let hits = 0;
  const canary = createServer((socket) => {
    hits += 1;
    socket.destroy();
  });
  canary.listen(0, '127.0.0.1');
  await once(canary, 'listening');
  const address = canary.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const http = createPushHttp({ clock: createManualClock(), network: createNetworkPolicy({ allowPrivate: false, allowLoopback: false }) });
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost']) {
    await expect(http.post(new URL(`http://${host}:${port}/`), {}, ''), host).rejects.toMatchObject({ isFinal: true });
  }
  expect(hits).toBe(0);
  http.close();
  canary.close();
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFirebaseService, type FirebaseService } from '../../testing/firebase-service.ts';
import { loadServiceAccount } from './firebase-account.ts';
import { createFirebaseSender } from './firebase.ts';
import type { PushDelivery, PushSender } from './port.ts';

const config = { apiKey: 'k', projectId: 'demo-project', appId: 'a', messagingSenderId: '1' };
const token = 'fXyz_123-abc:APA91bF-token_of_a_browser';
const delivery: PushDelivery = { ttl: 3600, urgency: 'high', topic: 'yard' };
const message = {
  notification: { title: 'Motion detected', body: 'Yard' },
  data: { CameraId: 'cam_1', Timestamp: '1800000000000' },
  fcmOptions: { link: '/cameras/cam_1?t=1800000000000' },
};

let clock: ManualClock;
let folder: string;
let service: FirebaseService;
let sender: PushSender;

beforeEach(async () => {
  clock = createManualClock();
  service = await startFirebaseService({ now: clock.now });
  folder = await mkdtemp(join(tmpdir(), 'watchpost-firebase-'));
  await writeFile(join(folder, 'account.json'), service.accountFile);
  sender = createSender('https://cams.example');
});
afterEach(async () => {
  await sender.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});
function createSender(publicUrl: string | null): PushSender {
  const account = loadServiceAccount(join(folder, 'account.json'), 'demo-project');
  return createFirebaseSender({ config, vapidKey: 'v', account, endpoint: service.origin, publicUrl, clock });
}
const error = (status: string, ...details: object[]) => ({ error: { code: 1, status, details } });
const fcm = (errorCode: string) => ({ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode });

test('a message contains everything that the browser needs; browsers receive the project settings', async () => {
  expect(await sender.send(token, message, delivery)).toBe('sent');
  expect(service.received).toEqual([
    {
      token,
      data: message.data,
      webpush: {
        headers: { TTL: '3600', Urgency: 'high', Topic: 'yard' },
        notification: message.notification,
        fcm_options: { link: 'https://cams.example/cameras/cam_1?t=1800000000000' },
      },
    },
  ]);
  expect(sender.configuration).toEqual({ kind: 'firebase', firebase: config, vapidKey: 'v' });
});

test('a server without https sends no link: Firebase would refuse the message', async () => {
  const local = createSender('http://localhost:8080');
  expect(await local.send(token, message, delivery)).toBe('sent');
  expect(service.received[0]?.webpush.fcm_options).toBeUndefined();
  await local.close();
});

test('one access token serves many messages and is renewed a minute before it expires', async () => {
  await Promise.all(Array.from({ length: 50 }, () => sender.send(token, message, delivery)));
  expect(service.tokens()).toBe(1);
  clock.advance(3_538_000);
  await sender.send(token, message, delivery);
  expect(service.tokens()).toBe(1);
  clock.advance(1_000);
  await sender.send(token, message, delivery);
  expect(service.tokens()).toBe(2);
  expect(service.received).toHaveLength(52);
});

test('a withdrawn access token is replaced immediately', async () => {
  await sender.send(token, message, delivery);
  service.revokeTokens();
  expect(await sender.send(token, message, delivery)).toBe('sent');
  expect(service.tokens()).toBe(2);
});

test.each([
  ['UNREGISTERED', 404, error('NOT_FOUND', fcm('UNREGISTERED'))],
  ['of another sender', 403, error('PERMISSION_DENIED', fcm('SENDER_ID_MISMATCH'))],
  [
    'no token at all',
    400,
    error(
      'INVALID_ARGUMENT',
      { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: 'message.token' }] },
      fcm('INVALID_ARGUMENT'),
    ),
  ],
])('%s is gone', async (_, status, body) => {
  service.behave({ status, body });
  expect(await sender.send(token, message, delivery)).toBe('gone');
});

test.each([
  ['a project that does not exist', 404, error('NOT_FOUND'), {}, { isFinal: true }],
  [
    'a message that is wrong',
    400,
    error('INVALID_ARGUMENT', fcm('INVALID_ARGUMENT')),
    {},
    { isFinal: true, message: 'Firebase answered 400 INVALID_ARGUMENT.' },
  ],
  ['too many', 429, error('RESOURCE_EXHAUSTED', fcm('QUOTA_EXCEEDED')), { 'retry-after': '30' }, { isFinal: false, retryAfter: 30_000 }],
  ['overload', 503, error('UNAVAILABLE'), {}, { isFinal: false }],
  ['a proxy in between', 502, '<html>', {}, { isFinal: false }],
])('%s leaves the subscription', async (_, status, body, headers, expected) => {
  service.behave({ status, body, headers });
  await expect(sender.send(token, message, delivery)).rejects.toMatchObject(expected);
});

test('a service account that Google does not know', async () => {
  await writeFile(join(folder, 'account.json'), service.accountFile.replace('sender@', 'stranger@'));
  const stranger = createSender(null);
  await expect(stranger.send(token, message, delivery)).rejects.toMatchObject({
    isFinal: true,
    message: "Google's token service answered 400.",
  });
  await stranger.close();
});

test('a text that is no registration token', () => {
  for (const text of ['', 'short', `{"endpoint":"https://push.example"}`, `${token} `, 'x'.repeat(5000), 'токен-из-кириллицы'])
    expect(sender.parse(text)).toBeNull();
  expect(sender.parse(token)).toEqual({ id: token, service: service.origin });
});

test('an unusable key file is explained without quoting the key', async () => {
  const load = () => loadServiceAccount(join(folder, 'account.json'), 'demo-project');
  for (const text of ['', '{}', service.accountFile.slice(0, -20), service.accountFile.replace('service_account', 'authorized_user')]) {
    await writeFile(join(folder, 'account.json'), text);
    expect(load).toThrow(/WATCHPOST_FIREBASE_SERVICE_ACCOUNT names .*account\.json, which is not the key of a service account/);
    expect(load).not.toThrow(/BEGIN/);
  }
  await writeFile(join(folder, 'account.json'), service.accountFile.replace('demo-project"', 'other-project"'));
  expect(load).toThrow(/of the project other-project, but WATCHPOST_FIREBASE_CONFIG is of demo-project/);
  expect(() => loadServiceAccount(join(folder, 'nothing.json'), 'demo-project')).toThrow(/can't be read/);
  expect(() => loadServiceAccount('{"private_key":"secret"}', 'demo-project')).toThrow(/^(?!.*secret).*give the path of that file/);
});

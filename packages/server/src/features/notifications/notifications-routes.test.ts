import { deleteAccount, requestDeletionCode, signOutDevice, signOutOtherDevices } from '@watchpost/contract/endpoints/account';
import { getPushConfiguration, sendTestPush, subscribeToPush, unsubscribeFromPush } from '@watchpost/contract/endpoints/notifications';
import { signOut } from '@watchpost/contract/endpoints/session';
import { fillPath } from '@watchpost/contract/kernel';
import { pushConfigurationSchema, subscribeToPushAnswer } from '@watchpost/contract/schemas/notifications';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@watchpost/contract/timing/clock';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { locateDatabase, openDatabase } from '../../db/database.ts';
import { startFirebaseService } from '../../testing/firebase-service.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../testing/databases.ts';
import { startPushService, type PushService } from '../../testing/push-service.ts';
import { startTestServer, type TestServer, type TestSession } from '../../testing/test-server.ts';

describeDatabases('push over HTTP', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let peer: PushService;
  let anna: TestSession;
  beforeEach(async () => {
    place = await createDatabasePlace(engine);
    server = await startTestServer({ ...place, allowLoopbackPush: true });
    peer = await startPushService({ now: systemClock.now });
    anna = await server.signIn('anna@example.com');
  });
  afterEach(async () => {
    await server.close();
    await peer.close();
    await place.remove();
  });

  const publicKey = async (): Promise<string> => {
    const configuration = pushConfigurationSchema.parse(await (await server.call(getPushConfiguration, { headers: anna.headers })).json());
    return configuration.kind === 'web-push' ? configuration.publicKey : '';
  };
  const subscribe = (session: TestSession, token: string) => server.call(subscribeToPush, { headers: session.headers, body: { token } });
  const sendTest = async (session: TestSession) => (await server.call(sendTestPush, { headers: session.headers })).status;

  test('subscribe with the key of the server, receive a message that only this browser can read, unsubscribe', async () => {
    const { token, path } = peer.subscribe(await publicKey());
    expect(await sendTest(anna)).toBe(404);
    const response = await subscribe(anna, token);
    expect([response.status, subscribeToPushAnswer.parse(await response.json())]).toEqual([200, { kind: 'web-push' }]);
    expect(await sendTest(anna)).toBe(204);
    expect(peer.faults).toEqual([]);
    expect(peer.received).toMatchObject([
      {
        path,
        subject: 'https://github.com/watchpost/watchpost',
        message: { notification: { title: 'Notifications are on' }, fcmOptions: { link: '/' } },
      },
    ]);
    expect((await server.call(unsubscribeFromPush, { headers: anna.headers })).status).toBe(204);
    expect(await sendTest(anna)).toBe(404);
  });

  test('the keys survive a restart of the server, and so does the subscription', async () => {
    const key = await publicKey();
    const { token } = peer.subscribe(key);
    await subscribe(anna, token);
    server = await server.restart();
    expect(await publicKey()).toBe(key);
    expect(await sendTest(anna)).toBe(204);
    expect(peer.faults).toEqual([]);
  });

  test('signing out ends a subscription; the browser’s next user gets it, and the first does not get it back', async () => {
    const { token } = peer.subscribe(await publicKey());
    await subscribe(anna, token);
    await server.call(signOut, { headers: anna.headers });
    const again = await server.signIn('anna@example.com');
    expect(await sendTest(again)).toBe(404);
    const boris = await server.signIn('boris@example.com');
    await subscribe(again, token);
    await subscribe(boris, token);
    expect([await sendTest(again), await sendTest(boris)]).toEqual([404, 204]);
  });

  test('signing out a device remotely, signing out all others, and deleting the account remove their subscriptions immediately', async () => {
    const key = await publicKey();
    const devices = [anna, await server.signIn('anna@example.com'), await server.signIn('anna@example.com')];
    for (const device of devices) expect((await subscribe(device, peer.subscribe(key).token)).status).toBe(200);
    const db = openDatabase(locateDatabase(server.config));
    const left = async () =>
      (await db.selectFrom('push_subscriptions').select('device_id').execute()).map(({ device_id: id }) => id).sort();
    const ids = (...sessions: TestSession[]) => sessions.map(({ deviceId }) => deviceId).sort();
    const [first, second, third] = devices;
    if (!first || !second || !third) throw new Error('three devices');
    try {
      expect(await left()).toEqual(ids(first, second, third));
      await server.call(
        { method: 'DELETE', path: fillPath(signOutDevice.path, { deviceId: second.deviceId }) },
        { headers: first.headers },
      );
      expect(await left()).toEqual(ids(first, third));
      await server.call(signOutOtherDevices, { headers: first.headers });
      expect(await left()).toEqual(ids(first));
      const otp = await server.mailedCode('anna@example.com', () => server.call(requestDeletionCode, { headers: first.headers }));
      expect((await server.call(deleteAccount, { headers: first.headers, body: { otp } })).status).toBe(204);
      expect(await left()).toEqual([]);
    } finally {
      await db.destroy();
    }
  });

  test('a hostile token is an invalid request, before any connection is made', async () => {
    const { token } = peer.subscribe(await publicKey());
    const { origin } = new URL(peer.origin);
    const tokens = [
      '',
      ' ',
      '{}',
      'null',
      '[1]',
      'x'.repeat(4097),
      token.replace(origin, 'file://'),
      token.replace(origin, 'https://169.254.169.254'),
      token.replace(origin, 'https://10.0.0.1'),
      token.replace(origin, 'http://u:p@127.0.0.1'),
      token.replace('http:', 'gopher:'),
      token.replace(/"auth":"[\w-]+"/, '"auth":"short"'),
    ];
    for (const hostile of tokens) expect((await subscribe(anna, hostile)).status, hostile).toBe(422);
    expect((await server.call(subscribeToPush, { headers: anna.headers, body: { token, customerId: 'cus_other' } })).status).toBe(422);
    expect((await server.call(subscribeToPush, { body: { token } })).status).toBe(401);
    expect(peer.requests()).toBe(0);
  });

  test('the log contains nothing of a subscription, also after a failure', async () => {
    const { token, path } = peer.subscribe(await publicKey());
    await subscribe(anna, token);
    peer.behave((_, response) => void response.writeHead(403).end());
    expect(await sendTest(anna)).toBe(503);
    const lines = server.logLines.join('');
    expect(lines).toContain('A push message was not delivered');
    for (const secret of [path, (JSON.parse(token) as { keys: { auth: string } }).keys.auth]) expect(lines).not.toContain(secret);
  });
});

describe('push as the operator configured it', () => {
  test('without the flag for tests, neither this machine nor http is a push service', async () => {
    const server = await startTestServer();
    const peer = await startPushService({ now: systemClock.now });
    try {
      const session = await server.signIn('anna@example.com');
      const { token } = peer.subscribe('any');
      for (const endpoint of [token, token.replace('http:', 'https:')]) {
        expect((await server.call(subscribeToPush, { headers: session.headers, body: { token: endpoint } })).status).toBe(422);
      }
      // A name is resolved only when a message is sent.
      const named = token.replace(/http:\/\/127\.0\.0\.1/, 'https://localhost');
      expect((await server.call(subscribeToPush, { headers: session.headers, body: { token: named } })).status).toBe(200);
      expect((await server.call(sendTestPush, { headers: session.headers })).status).toBe(503);
      expect(peer.requests()).toBe(0);
    } finally {
      await server.close();
      await peer.close();
    }
  });

  test('through Firebase, when fully configured', async () => {
    const firebase = await startFirebaseService({ now: systemClock.now });
    const place = await createDatabasePlace('sqlite');
    const file = join(place.dataDir, 'account.json');
    await writeFile(file, firebase.accountFile);
    const config = { apiKey: 'k', projectId: 'demo-project', appId: 'a', messagingSenderId: '1' };
    const settings = { config, vapidKey: 'B'.repeat(87), serviceAccountFile: file, endpoint: firebase.origin };
    const appDir = join(place.dataDir, 'app');
    await mkdir(appDir);
    await writeFile(join(appDir, 'index.html'), '<!doctype html>');
    const server = await startTestServer({ ...place, publicOrigin: 'https://cams.example', firebase: settings, appDir });
    try {
      const policy = (await fetch(server.url)).headers.get('content-security-policy') ?? '';
      // The browser gets its token from Google itself.
      expect(policy).toMatch(
        /connect-src 'self' [^;]* https:\/\/firebaseinstallations\.googleapis\.com https:\/\/fcmregistrations\.googleapis\.com$/,
      );
      const { headers } = await server.signIn('anna@example.com', { language: 'ru' });
      expect(await (await server.call(getPushConfiguration, { headers })).json()).toEqual({
        kind: 'firebase',
        firebase: config,
        vapidKey: settings.vapidKey,
      });
      expect(
        (await server.call(subscribeToPush, { headers, body: { token: JSON.stringify({ endpoint: 'https://push.example/1' }) } })).status,
      ).toBe(422);
      const token = 'fXyz_123-abc:APA91bF-token_of_a_browser';
      expect(await (await server.call(subscribeToPush, { headers, body: { token } })).json()).toEqual({ kind: 'firebase' });
      expect((await server.call(sendTestPush, { headers })).status).toBe(204);
      expect(firebase.received).toMatchObject([
        { token, webpush: { notification: { title: 'Уведомления включены' }, fcm_options: { link: 'https://cams.example/' } } },
      ]);
      firebase.behave({ status: 404, body: { error: { code: 404, status: 'NOT_FOUND', details: [{ errorCode: 'UNREGISTERED' }] } } });
      expect(
        [await server.call(sendTestPush, { headers }), await server.call(sendTestPush, { headers })].map(({ status }) => status),
      ).toEqual([404, 404]);
    } finally {
      await server.close();
      await firebase.close();
      await place.remove();
    }
  });
});

import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PushSender } from '../../adapters/push/port.ts';
import { makeVapidKeys } from '../../adapters/push/vapid-keys.ts';
import { createWebPushSender } from '../../adapters/push/web-push.ts';
import type { Viewer } from '../../kernel/access/access.ts';
import { createLog } from '../../kernel/log.ts';
import { createNetworkPolicy } from '../../kernel/network/network-policy.ts';
import { createTokens } from '../../kernel/tokens.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { partnersOf } from '../../testing/partners/partners.ts';
import { insertCamera, insertCustomer, insertDevice, insertGrant } from '../../testing/people.ts';
import { startPushService, type PushService } from '../../testing/push-service.ts';
import { createCameraAccess, createCameraAudience } from '../cameras/index.ts';
import { createSessionFamilies, type SessionFamilies } from '../session/session-families.ts';
import type { PushResult } from './notifications-queue.ts';
import { createNotificationsService, type NotificationsDeps, type NotificationsService } from './notifications-service.ts';

const keys = makeVapidKeys();
const log = createLog({ level: 'silent', format: 'json' });

describeDatabases('notifications', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let peer: PushService;
  let families: SessionFamilies;
  let notifications: NotificationsService;
  let results: PushResult[];
  let owner: Viewer;
  let cameraId: string;

  const createSender = (publicKey = keys): PushSender =>
    createWebPushSender({
      keys: publicKey,
      subject: 'https://cams.example',
      clock,
      network: createNetworkPolicy({ allowPrivate: false, allowLoopback: true }),
      allowInsecure: true,
    });
  const createService = (over: Partial<NotificationsDeps> = {}): NotificationsService => {
    const deps = { db: database.db, clock, tokens: createTokens(Buffer.alloc(32, 7)) };
    const access = createCameraAccess({
      ...deps,
      ...partnersOf(deps),
      readAccessToken: families.readAccessToken,
      isSessionRunning: families.isRunning,
    });
    return createNotificationsService({
      db: database.db,
      clock,
      log,
      push: createSender(),
      audience: createCameraAudience({ db: database.db, clock }),
      resolveAccess: access.resolve,
      placesOf: async () => new Map(),
      otherChannels: async () => [],
      email: null,
      offlineSince: () => null,
      onResult: (result) => void results.push(result),
      ...over,
    });
  };
  const signIn = async (email: string, locale = 'en', known?: string): Promise<Viewer> => {
    const customerId = known ?? (await insertCustomer(database.db, email));
    await database.db.updateTable('customers').set({ locale }).where('id', '=', customerId).execute();
    const deviceId = await insertDevice(database.db, customerId);
    const { familyId } = await families.start(customerId, deviceId);
    return { customerId, familyId, deviceId, locale };
  };
  const subscribed = async (viewer: Viewer): Promise<string> => {
    const { token, path } = peer.subscribe(keys.publicKey);
    await notifications.subscribe(viewer, token);
    return path;
  };
  const event = () => ({ cameraId, type: 'CAMERAPHONE_PERSON', cameraTitle: 'Yard', at: clock.now() }) as const;
  const ended = (count: number) => expect.poll(() => results.length, { timeout: 60_000, interval: 5 }).toBe(count);
  const paths = () => peer.received.map(({ path }) => path).sort();
  const rows = () => database.db.selectFrom('push_subscriptions').select(['customer_id', 'device_id', 'failing_since']).execute();

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    clock = createManualClock();
    results = [];
    peer = await startPushService({ now: clock.now });
    families = createSessionFamilies({ db: database.db, clock, tokens: createTokens(Buffer.alloc(32, 7)) });
    notifications = createService();
    owner = await signIn('owner@example.com');
    cameraId = await insertCamera(database.db, owner.customerId);
  });
  afterEach(async () => {
    await notifications.close();
    await peer.close();
    await database.close();
  });

  describe('an event', () => {
    test('reaches every device of all users who see the camera, in the language of each', async () => {
      const phone = await signIn('', 'en', owner.customerId);
      const viewer = await signIn('viewer@example.com', 'ru');
      const stranger = await signIn('stranger@example.com');
      await insertGrant(database.db, cameraId, viewer.customerId);
      const expected = [await subscribed(owner), await subscribed(phone), await subscribed(viewer)];
      await subscribed(stranger);

      await notifications.notify(event());
      await ended(3);
      expect(paths()).toEqual(expected.toSorted());
      expect(peer.faults).toEqual([]);
      const russian = peer.received.find(({ path }) => path === expected[2]);
      expect(russian?.message).toEqual({
        notification: { title: 'Обнаружен человек', body: 'Yard', icon: '/icons/icon-192.png' },
        data: { Type: 'CAMERAPHONE_PERSON', CameraTitle: 'Yard', CameraId: cameraId, Timestamp: String(clock.now()) },
        fcmOptions: { link: `/cameras/${cameraId}?t=${clock.now()}` },
      });
      expect(peer.received.find(({ path }) => path === expected[0])?.message.notification?.title).toBe('Person detected');
      expect(peer.received[0]?.headers).toMatchObject({ ttl: '86400', urgency: 'high', topic: expect.stringMatching(/^[\w-]{32}$/) });
    });

    test('R24: reaches no user whose grant was revoked or has expired, whose session ended, or who deleted the account', async () => {
      const make = async (name: string, grant: Parameters<typeof insertGrant>[3] = {}) => {
        const viewer = await signIn(`${name}@example.com`);
        await insertGrant(database.db, cameraId, viewer.customerId, grant);
        await subscribed(viewer);
        return viewer;
      };
      const revoked = await make('revoked');
      await make('expired', { expires_at: clock.now() });
      const signedOut = await make('signed-out');
      const deleted = await make('deleted');
      await database.db.deleteFrom('camera_grants').where('customer_id', '=', revoked.customerId).execute();
      await families.revoke(signedOut.familyId ?? '');
      await database.db.updateTable('customers').set({ deleted_at: clock.now() }).where('id', '=', deleted.customerId).execute();
      const own = await subscribed(owner);

      await notifications.notify(event());
      await ended(1);
      expect(paths()).toEqual([own]);
    });

    test('R24: reaches no user outside of the hours, not even with a retry', async () => {
      // It is 15:00 in Moscow.
      const [early, late] = [await signIn('early@example.com'), await signIn('late@example.com')];
      await insertGrant(database.db, cameraId, early.customerId, { daily_from: 14 * 60, daily_until: 15 * 60 + 1 });
      await insertGrant(database.db, cameraId, late.customerId, { daily_from: 16 * 60, daily_until: 18 * 60 });
      await subscribed(early);
      await subscribed(late);
      peer.behave((_, response) => void response.writeHead(503, { 'retry-after': '61' }).end());
      await notifications.notify(event());
      await expect.poll(() => notifications.waiting).toBe(1);
      peer.behave((_, response) => void response.writeHead(201).end());
      clock.advance(100_000);
      await ended(1);
      expect(results).toEqual(['unwanted']);
    });

    test('R24: a waiting retry is not sent to a user who has lost access, signed out or changed devices meanwhile', async () => {
      const [revoked, signedOut, moved] = [await signIn('a@example.com'), await signIn('b@example.com'), await signIn('c@example.com')];
      for (const viewer of [revoked, signedOut, moved]) {
        await insertGrant(database.db, cameraId, viewer.customerId);
        await subscribed(viewer);
      }
      const own = await subscribed(owner);
      peer.behave((_, response) => void response.writeHead(503, { 'retry-after': '6' }).end());
      await notifications.notify(event());
      await expect.poll(() => notifications.waiting).toBe(4);
      await database.db.deleteFrom('camera_grants').where('customer_id', '=', revoked.customerId).execute();
      await database.db.deleteFrom('devices').where('customer_id', '=', signedOut.customerId).execute();
      await subscribed(moved);

      peer.behave((_, response) => void response.writeHead(201).end());
      const before = peer.received.length;
      clock.advance(6_000);
      await ended(4);
      expect(results.toSorted()).toEqual(['sent', 'unwanted', 'unwanted', 'unwanted']);
      expect(peer.received.slice(before).map(({ path }) => path)).toEqual([own]);
    });

    test('is plain text for the push service: no picture address that works without a session', async () => {
      await subscribed(owner);
      await notifications.notify({ ...event(), imageUrl: 'https://cdn.example/public.jpg' });
      await ended(1);
      expect(JSON.stringify(peer.received)).not.toContain('public.jpg');
    });

    test('of an unknown camera sends nothing', async () => {
      await subscribed(owner);
      await notifications.notify({ ...event(), cameraId: 'unknown' });
      expect(notifications.waiting).toBe(0);
    });
  });

  describe('a subscription', () => {
    test('is unique per device: a new one replaces the old', async () => {
      await subscribed(owner);
      const current = await subscribed(owner);
      expect(await rows()).toHaveLength(1);
      await notifications.notify(event());
      await ended(1);
      expect(paths()).toEqual([current]);
    });

    test('moves to the caller: the browser’s current user gets its messages, and no one else', async () => {
      const { token, path } = peer.subscribe(keys.publicKey);
      await notifications.subscribe(owner, token);
      const next = await signIn('next@example.com');
      // Other keys with the same address are the same browser.
      await notifications.subscribe(next, JSON.stringify({ ...(JSON.parse(token) as object), expirationTime: 5 }));
      expect(await rows()).toMatchObject([{ customer_id: next.customerId }]);
      await notifications.notify(event());
      expect(notifications.waiting).toBe(0);
      await notifications.sendTest(next);
      expect(paths()).toEqual([path]);
    });

    test('survives many concurrent callers: one of them gets it', async () => {
      const { token } = peer.subscribe(keys.publicKey);
      const viewers = [];
      for (let index = 0; index < 3; index += 1) viewers.push(await signIn(`${index}@example.com`));
      await Promise.all(viewers.map((viewer) => notifications.subscribe(viewer, token)));
      expect(await rows()).toHaveLength(1);
    });

    test('is deleted with the device, and only with that device', async () => {
      const phone = await signIn('', 'en', owner.customerId);
      await subscribed(owner);
      await subscribed(phone);
      await database.db
        .deleteFrom('devices')
        .where('id', '=', phone.deviceId ?? '')
        .execute();
      expect(await rows()).toMatchObject([{ device_id: owner.deviceId }]);
      await notifications.unsubscribe(owner);
      expect(await rows()).toEqual([]);
      await notifications.unsubscribe(owner);
    });

    test('of a device that has just been signed out is refused; so is one without a device, and an invalid one', async () => {
      const { token } = peer.subscribe(keys.publicKey);
      await expect(notifications.subscribe({ ...owner, deviceId: 'other' }, token)).rejects.toMatchObject({ code: 'unauthorized' });
      await expect(notifications.subscribe({ ...owner, deviceId: null }, token)).rejects.toMatchObject({ code: 'unauthorized' });
      await expect(notifications.subscribe(owner, 'nonsense')).rejects.toMatchObject({ code: 'invalid-request' });
      expect(await rows()).toEqual([]);
    });

    test.each([404, 410])('is deleted when its push service answers %i', async (status) => {
      await subscribed(owner);
      peer.behave((_, response) => void response.writeHead(status).end());
      await notifications.notify(event());
      await ended(1);
      expect(results).toEqual(['gone']);
      await expect.poll(rows).toEqual([]);
    });

    test('that was replaced while the old one was found gone stays', async () => {
      const old = await subscribed(owner);
      const { promise, resolve } = Promise.withResolvers<void>();
      peer.behave((_, response) => void promise.then(() => response.writeHead(410).end()));
      await notifications.notify(event());
      await expect.poll(() => peer.received.length).toBe(1);
      expect(paths()).toEqual([old]);
      await subscribed(owner);
      resolve();
      await ended(1);
      expect(results).toEqual(['gone']);
      await notifications.sendTest(owner).catch(() => undefined);
      expect(peer.received).toHaveLength(2);
    });

    test('that accepts nothing for a month is deleted; one that works again is not', async () => {
      const phone = await signIn('', 'en', owner.customerId);
      const dead = await subscribed(owner);
      await subscribed(phone);
      const fail = (path: string | null) =>
        peer.behave((at, response) => void response.writeHead(path === null || at === path ? 403 : 201).end());
      fail(null);
      await notifications.notify(event());
      await ended(2);
      await expect.poll(async () => (await rows()).filter(({ failing_since: since }) => since !== null)).toHaveLength(2);
      fail(dead);
      clock.advance(29 * 24 * 3_600_000);
      await notifications.notify(event());
      await ended(4);
      await expect
        .poll(async () => (await rows()).map(({ failing_since: since }) => since).filter((since) => since !== null))
        .toHaveLength(1);
      clock.advance(2 * 24 * 3_600_000);
      await notifications.notify(event());
      await ended(6);
      await expect.poll(rows).toMatchObject([{ device_id: phone.deviceId, failing_since: null }]);
    });

    test('that has failed for a day is tried once per event, not five times', async () => {
      await subscribed(owner);
      peer.behave((_, response) => void response.writeHead(500).end());
      await notifications.notify(event());
      for (const [index, pause] of [1_500, 7_500, 45_000, 180_000].entries()) {
        await expect.poll(() => notifications.waiting).toBe(1);
        expect(peer.requests()).toBe(index + 1);
        clock.advance(pause);
      }
      await ended(1);
      expect(peer.requests()).toBe(5);
      await expect.poll(async () => (await rows())[0]?.failing_since).not.toBeNull();
      clock.advance(25 * 3_600_000);
      await notifications.notify(event());
      await ended(2);
      expect([results, peer.requests()]).toEqual([['failed', 'failed'], 6]);
    });

    test('for other keys is not used, and works again when those keys return', async () => {
      const path = await subscribed(owner);
      const stranger = createService({ push: createSender(makeVapidKeys()) });
      await stranger.notify(event());
      expect(stranger.waiting).toBe(0);
      await stranger.close();
      await notifications.notify(event());
      await ended(1);
      expect(paths()).toEqual([path]);
    });
  });

  describe('a test', () => {
    test('is sent to the caller’s device only; without a subscription there is nothing to send', async () => {
      const phone = await signIn('', 'ru', owner.customerId);
      await subscribed(phone);
      await expect(notifications.sendTest(owner)).rejects.toMatchObject({ code: 'not-found' });
      await notifications.sendTest(phone);
      expect(peer.received.map(({ message }) => message.notification?.title)).toEqual(['Уведомления включены']);
    });

    test('reports after one attempt that the browser is gone or the push service refuses', async () => {
      await subscribed(owner);
      peer.behave((_, response) => void response.writeHead(500).end());
      await expect(notifications.sendTest(owner)).rejects.toMatchObject({ code: 'unavailable' });
      expect(clock.pending).toBe(0);
      peer.behave((_, response) => void response.writeHead(410).end());
      await expect(notifications.sendTest(owner)).rejects.toMatchObject({ code: 'not-found' });
      await expect.poll(rows).toEqual([]);
    });

    test('ten a minute', async () => {
      await subscribed(owner);
      for (let index = 0; index < 10; index += 1) await notifications.sendTest(owner);
      await expect(notifications.sendTest(owner)).rejects.toMatchObject({ code: 'too-many-requests', retryAfter: 60 });
      clock.advance(60_000);
      await notifications.sendTest(owner);
    });
  });

  test('a thousand subscriptions: limited concurrency, each exactly once, within a short time', async () => {
    const expected: string[] = [];
    const devices = Array.from({ length: 1000 }, (_, index) => {
      const { token, path } = peer.subscribe(keys.publicKey);
      expected.push(path);
      return { token, path, id: `device-${index}` };
    });
    const { customerId } = owner;
    await database.db
      .insertInto('devices')
      .values(devices.map(({ id }) => ({ id, customer_id: customerId, name: 'web', token_hash: id, created_at: 1, last_seen_at: 1 })))
      .execute();
    await database.db
      .insertInto('session_families')
      .values(
        devices.map(({ id }) => ({
          id: `family ${id}`,
          customer_id: customerId,
          device_id: id,
          generation: 1,
          rotated_at: 1,
          created_at: 1,
          expires_at: clock.now() + 1,
          revoked_at: null,
        })),
      )
      .execute();
    for (const { id, token } of devices) await notifications.subscribe({ ...owner, deviceId: id }, token);

    await notifications.notify(event());
    await ended(1000);
    expect(peer.faults).toEqual([]);
    expect(paths()).toEqual(expected.toSorted());
    expect(peer.busiest()).toBeLessThanOrEqual(24);
  }, 90_000);

  test('at the stop, waiting messages are left to the next start, pending attempts end soon, and nothing is left behind', async () => {
    await subscribed(owner);
    peer.behave(() => undefined);
    await notifications.notify(event());
    await expect.poll(() => peer.requests()).toBe(1);
    const closing = notifications.close();
    clock.advance(3_000);
    await closing;
    await ended(1);
    expect(results).toEqual(['deferred']);
    expect(clock.pending).toBe(0);
    await notifications.notify(event());
    expect(results).toEqual(['deferred', 'deferred']);
  });
});

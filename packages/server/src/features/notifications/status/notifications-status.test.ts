import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeVapidKeys } from '../../../adapters/push/vapid-keys.ts';
import { createWebPushSender } from '../../../adapters/push/web-push.ts';
import { createLog } from '../../../kernel/log.ts';
import { createNetworkPolicy } from '../../../kernel/network/network-policy.ts';
import { createTokens } from '../../../kernel/tokens.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../../testing/databases.ts';
import { partnersOf } from '../../../testing/partners/partners.ts';
import { insertCamera, insertCustomer, insertDevice, insertGrant } from '../../../testing/people.ts';
import { startPushService, type PushService } from '../../../testing/push-service.ts';
import { createCameraAccess, createCameraAudience } from '../../cameras/index.ts';
import { createSessionFamilies, type SessionFamilies } from '../../session/session-families.ts';
import { createNotificationsService, type NotificationsService } from '../notifications-service.ts';

const keys = makeVapidKeys();
const minute = 60_000;

interface Person {
  readonly id: string;
  /** Path that receives the browser's messages. */
  readonly path: string;
}

describeDatabases('a camera’s status', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let peer: PushService;
  let families: SessionFamilies;
  let notifications: NotificationsService;
  let ended: number;
  let offlineSince: number | null;
  let owner: Person;
  let cameraId: string;
  let access: ReturnType<typeof createCameraAccess>;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    clock = createManualClock();
    ended = 0;
    offlineSince = null;
    peer = await startPushService({ now: clock.now });
    const tokens = createTokens(Buffer.alloc(32, 7));
    families = createSessionFamilies({ db: database.db, clock, tokens });
    const deps = { db: database.db, clock, tokens };
    access = createCameraAccess({
      ...deps,
      ...partnersOf(deps),
      readAccessToken: families.readAccessToken,
      isSessionRunning: families.isRunning,
    });
    notifications = createService();
    owner = await person('owner');
    cameraId = await insertCamera(database.db, owner.id);
  });
  afterEach(async () => {
    await notifications.close();
    await peer.close();
    await database.close();
  });

  const createService = (): NotificationsService =>
    createNotificationsService({
      db: database.db,
      clock,
      log: createLog({ level: 'silent', format: 'json' }),
      push: createWebPushSender({
        keys,
        subject: 'https://cams.example',
        clock,
        network: createNetworkPolicy({ allowPrivate: false, allowLoopback: true }),
        allowInsecure: true,
      }),
      audience: createCameraAudience({ db: database.db, clock }),
      resolveAccess: access.resolve,
      placesOf: async () => new Map(),
      otherChannels: async () => [],
      email: null,
      offlineSince: () => offlineSince,
      onResult: () => {
        ended += 1;
      },
    });
  /** Creates a signed-in user with a subscribed browser. */
  const person = async (name: string, locale = 'en'): Promise<Person> => {
    const id = await insertCustomer(database.db, `${name}@example.com`);
    await database.db.updateTable('customers').set({ locale }).where('id', '=', id).execute();
    const deviceId = await insertDevice(database.db, id);
    const { familyId } = await families.start(id, deviceId);
    const { token, path } = peer.subscribe(keys.publicKey);
    await notifications.subscribe({ customerId: id, familyId, deviceId, locale }, token);
    return { id, path };
  };
  const accessOf = async ({ id }: Person) => {
    const found = await access.resolve(id, cameraId);
    if (!found) throw new Error('not visible');
    return found;
  };
  const choose = async (who: Person, isStatusNotified: boolean) =>
    notifications.updateCameraNotifications(await accessOf(who), { isStatusNotified });
  /** Creates a viewer who subscribed to the camera's status. */
  const follower = async (name: string, locale?: string): Promise<Person> => {
    const who = await person(name, locale);
    await insertGrant(database.db, cameraId, who.id);
    await choose(who, true);
    return who;
  };
  const goesAway = (emptyBattery: number | null = null) =>
    notifications.notifyStatus({ kind: 'away', cameraId, cameraTitle: 'Yard', at: clock.now(), emptyBattery });
  const comesBack = () => notifications.notifyStatus({ kind: 'back', cameraId, cameraTitle: 'Yard', at: clock.now() });
  /** Waits until this many messages were sent in total; returns a user's messages. */
  const sent = (count: number) => expect.poll(() => ended, { timeout: 20_000, interval: 5 }).toBe(count);
  const bodies = ({ path }: Person) => peer.received.filter((one) => one.path === path).map(({ message }) => message.notification?.body);
  const rows = async () =>
    (await database.db.selectFrom('camera_notifications').select('customer_id').execute()).map(({ customer_id: id }) => id).sort();

  describe('the setting', () => {
    test('is off by default, separate for each user, and can be reverted', async () => {
      const viewer = await person('viewer');
      await insertGrant(database.db, cameraId, viewer.id);
      expect(await notifications.cameraNotifications(await accessOf(owner))).toEqual({
        isStatusNotified: false,
        isStatusEmailed: false,
        snoozedUntil: null,
      });
      expect(await choose(owner, true)).toEqual({ isStatusNotified: true, isStatusEmailed: false, snoozedUntil: null });
      expect(await notifications.cameraNotifications(await accessOf(viewer))).toEqual({
        isStatusNotified: false,
        isStatusEmailed: false,
        snoozedUntil: null,
      });
      expect(await choose(viewer, true)).toEqual({ isStatusNotified: true, isStatusEmailed: false, snoozedUntil: null });
      expect(await choose(owner, false)).toEqual({ isStatusNotified: false, isStatusEmailed: false, snoozedUntil: null });
      expect(await notifications.cameraNotifications(await accessOf(viewer))).toEqual({
        isStatusNotified: true,
        isStatusEmailed: false,
        snoozedUntil: null,
      });
    });

    test('is deleted with the grant, and does not return with the next one; the owner’s stays', async () => {
      const viewer = await follower('viewer');
      await choose(owner, true);
      expect(await rows()).toEqual([owner.id, viewer.id].sort());
      await database.db.deleteFrom('camera_grants').where('customer_id', '=', viewer.id).execute();
      expect(await rows()).toEqual([owner.id]);
      await insertGrant(database.db, cameraId, viewer.id);
      expect(await notifications.cameraNotifications(await accessOf(viewer))).toEqual({
        isStatusNotified: false,
        isStatusEmailed: false,
        snoozedUntil: null,
      });
    });

    test('of a user who loses the camera at that moment is refused like for any invisible camera', async () => {
      const viewer = await follower('viewer');
      const [before, ofOwner] = [await accessOf(viewer), await accessOf(owner)];
      await database.db.deleteFrom('camera_grants').where('customer_id', '=', viewer.id).execute();
      await expect(notifications.updateCameraNotifications(before, { isStatusNotified: true })).rejects.toMatchObject({
        code: 'not-found',
      });
      await database.db.deleteFrom('cameras').where('id', '=', cameraId).execute();
      await expect(notifications.updateCameraNotifications(ofOwner, { isStatusNotified: true })).rejects.toMatchObject({
        code: 'not-found',
      });
      expect(await rows()).toEqual([]);
    });

    test('is deleted with the account and with the camera', async () => {
      const viewer = await follower('viewer');
      await choose(owner, true);
      await database.db.deleteFrom('customers').where('id', '=', viewer.id).execute();
      expect(await rows()).toEqual([owner.id]);
      await database.db.deleteFrom('cameras').where('id', '=', cameraId).execute();
      expect(await rows()).toEqual([]);
    });
  });

  describe('an outage notification', () => {
    test('reaches subscribed users, in their language, and no other viewer', async () => {
      const viewer = await follower('viewer', 'ru');
      const silent = await person('silent');
      await insertGrant(database.db, cameraId, silent.id);
      await choose(owner, true);
      await goesAway(0.02);
      await sent(2);
      expect(peer.faults).toEqual([]);
      expect([bodies(owner), bodies(viewer), bodies(silent)]).toEqual([
        ['Yard. The phone is probably discharged: 2% was left.'],
        ['Yard. Телефон, видимо, разрядился: оставалось 2\u00a0%.'],
        [],
      ]);
      expect(peer.received[0]?.message.fcmOptions?.link).toBe(`/cameras/${cameraId}?t=${clock.now()}`);
      expect(peer.received[0]?.headers).toMatchObject({ ttl: '86400', urgency: 'high' });
    });

    test('R24: does not reach a user whose grant was revoked or expired, who signed out, or whose camera’s owner deleted the account', async () => {
      const [revoked, expired, signedOut] = [await follower('revoked'), await follower('expired'), await follower('signed-out')];
      await choose(owner, true);
      const { db } = database;
      await db.deleteFrom('camera_grants').where('customer_id', '=', revoked.id).execute();
      await db.updateTable('camera_grants').set({ expires_at: clock.now() }).where('customer_id', '=', expired.id).execute();
      await db.deleteFrom('devices').where('customer_id', '=', signedOut.id).execute();
      await goesAway();
      await sent(1);
      expect(peer.received.map(({ path }) => path)).toEqual([owner.path]);
      await db.updateTable('customers').set({ deleted_at: clock.now() }).where('id', '=', owner.id).execute();
      await goesAway();
      await comesBack();
      expect([notifications.waiting, ended]).toEqual([0, 1]);
    });

    test('R24: a waiting retry is not sent to a user who lost the grant meanwhile', async () => {
      const viewer = await follower('viewer');
      peer.behave((_, response) => void response.writeHead(503, { 'retry-after': '6' }).end());
      await goesAway();
      await expect.poll(() => notifications.waiting).toBe(1);
      await database.db.deleteFrom('camera_grants').where('customer_id', '=', viewer.id).execute();
      peer.behave((_, response) => void response.writeHead(201).end());
      clock.advance(6000);
      await sent(1);
      expect(bodies(viewer)).toHaveLength(1);
    });
  });

  describe('a return notification', () => {
    test('reaches users who were notified of the outage, once, with its duration', async () => {
      const viewer = await follower('viewer');
      await goesAway();
      await sent(1);
      await choose(owner, true);
      clock.advance(65 * minute);
      await comesBack();
      await sent(2);
      expect([bodies(viewer)[1], bodies(owner)]).toEqual(['Yard. It was offline for 1 hour 5 minutes.', []]);
      const [first, second] = peer.received.map(({ headers }) => headers);
      expect([second?.['topic'], second?.['urgency']]).toEqual([first?.['topic'], 'normal']);
      await comesBack();
      expect([notifications.waiting, ended]).toEqual([0, 2]);
    });

    test('reaches users who subscribed during the outage, once, with its whole duration', async () => {
      const viewer = await person('viewer');
      await insertGrant(database.db, cameraId, viewer.id);
      offlineSince = clock.now();
      clock.advance(10 * minute);
      await choose(viewer, true);
      clock.advance(10 * minute);
      offlineSince = null;
      await comesBack();
      await sent(1);
      expect(bodies(viewer)).toEqual(['Yard. It was offline for 20 minutes.']);
      await comesBack();
      expect([notifications.waiting, ended]).toEqual([0, 1]);
    });

    test('takes back an undelivered outage notification, and is not notified then', async () => {
      const viewer = await follower('viewer');
      peer.behave((_, response) => void response.writeHead(503, { 'retry-after': '60' }).end());
      await goesAway();
      await expect.poll(() => notifications.waiting).toBe(1);
      peer.behave((_, response) => void response.writeHead(201).end());
      clock.advance(minute / 2);
      await comesBack();
      await sent(2);
      // Its one attempt, which was refused.
      expect(bodies(viewer)).toHaveLength(1);
    });

    test('is not sent to users who unsubscribed meanwhile or lost the grant', async () => {
      const [weary, revoked] = [await follower('weary'), await follower('revoked')];
      await goesAway();
      await sent(2);
      await choose(weary, false);
      await database.db.deleteFrom('camera_grants').where('customer_id', '=', revoked.id).execute();
      await comesBack();
      expect([notifications.waiting, ended]).toEqual([0, 2]);
    });

    test('is sent by a restarted server too', async () => {
      const viewer = await follower('viewer');
      await goesAway();
      await sent(1);
      clock.advance(2 * minute);
      const before = notifications;
      notifications = createService();
      await before.close();
      await comesBack();
      await expect.poll(() => bodies(viewer).at(-1)).toBe('Yard. It was offline for 2 minutes.');
    });
  });
});

import { stretchGapMs } from '@watchpost/contract/protocols/alerts';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CameraAccess } from '../../../kernel/access/access.ts';
import { createLog } from '../../../kernel/log.ts';
import { createTokens } from '../../../kernel/tokens.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../../testing/databases.ts';
import { partnersOf } from '../../../testing/partners/partners.ts';
import { insertCamera, insertCustomer, insertDevice, insertGrant } from '../../../testing/people.ts';
import { createCameraAccess, createCameraAudience } from '../../cameras/index.ts';
import { createSessionFamilies } from '../../session/session-families.ts';
import { createNotificationsService, type NotificationsService } from '../notifications-service.ts';

describeDatabases('an event is announced', (engine) => {
  let database: TestDatabase;
  let notifications: NotificationsService;
  let cameraId: string;
  let owner: CameraAccess;
  let viewer: CameraAccess;
  let sent: string[];
  let clock: ManualClock;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    const { db } = database;
    clock = createManualClock();
    sent = [];
    const deps = { db, clock, tokens: createTokens(Buffer.alloc(32, 7)) };
    const families = createSessionFamilies(deps);
    const { resolve } = createCameraAccess({
      ...deps,
      ...partnersOf(deps),
      readAccessToken: families.readAccessToken,
      isSessionRunning: families.isRunning,
    });
    notifications = createNotificationsService({
      db,
      clock,
      log: createLog({ level: 'silent', format: 'json' }),
      push: {
        id: 'test',
        configuration: { kind: 'web-push', publicKey: 'key' },
        parse: (token) => ({ id: token, service: 'https://push.example' }),
        send: async (to, message) => {
          sent.push(`${to}: ${message.notification?.title}`);
          return 'sent';
        },
        close: async () => undefined,
      },
      audience: createCameraAudience({ db, clock }),
      resolveAccess: resolve,
      placesOf: async () => new Map(),
      otherChannels: async () => [],
      email: null,
      offlineSince: () => null,
    });
    const subscribe = async (name: string): Promise<string> => {
      const customerId = await insertCustomer(db, `${name}@example.com`);
      const deviceId = await insertDevice(db, customerId);
      const { familyId } = await families.start(customerId, deviceId);
      await notifications.subscribe({ customerId, familyId, deviceId, locale: 'en' }, name);
      return customerId;
    };
    const [ownerId, viewerId] = [await subscribe('owner'), await subscribe('viewer')];
    cameraId = await insertCamera(db, ownerId);
    await insertGrant(db, cameraId, viewerId);
    const seenBy = async (customerId: string): Promise<CameraAccess> => {
      const access = await resolve(customerId, cameraId);
      if (!access) throw new Error('The camera is not visible.');
      return access;
    };
    [owner, viewer] = [await seenBy(ownerId), await seenBy(viewerId)];
  });
  afterEach(async () => {
    await notifications.close();
    await database.close();
  });

  const happens = (eventType: 'human' | 'vehicle'): Promise<void> =>
    notifications.notify({
      cameraId,
      type: eventType === 'human' ? 'CAMERAPHONE_PERSON' : 'vehicle',
      eventType,
      cameraTitle: 'Yard',
      at: 1,
    });
  const received = (...expected: string[]) => expect.poll(() => sent.toSorted(), { interval: 5 }).toEqual(expected);

  test('to everyone at first, then to each as they chose for its type', async () => {
    await happens('human');
    await received('owner: Person detected', 'viewer: Person detected');
    expect(await notifications.updateEventNotifications(viewer, 'human', { isEnabled: false })).toMatchObject({ isEnabled: false });
    await notifications.updateEventNotifications(owner, 'human', { cooldownSeconds: 0 });
    await happens('human');
    await received('owner: Person detected', 'owner: Person detected', 'viewer: Person detected');
    // Not together with the person any more.
    clock.advance(stretchGapMs + 1);
    await happens('vehicle');
    await received(
      'owner: Person detected',
      'owner: Person detected',
      'owner: Vehicle detected',
      'viewer: Person detected',
      'viewer: Vehicle detected',
    );
  });

  test('and a choice for a camera that is no longer visible is refused', async () => {
    await database.db.deleteFrom('camera_grants').execute();
    await expect(notifications.updateEventNotifications(viewer, 'human', { isEnabled: true })).rejects.toMatchObject({ code: 'not-found' });
  });
});

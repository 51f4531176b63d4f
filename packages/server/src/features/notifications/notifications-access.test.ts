import type { PushMessage } from '@watchpost/contract/schemas/notifications';
import { createSettlingClock, type SettlingClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PushError } from '../../adapters/push/port.ts';
import { createLog } from '../../kernel/log.ts';
import { createTokens } from '../../kernel/tokens.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { partnersOf } from '../../testing/partners/partners.ts';
import { insertCamera, insertCustomer, insertDevice, insertGrant } from '../../testing/people.ts';
import { createCameraAccess, createCameraAudience } from '../cameras/index.ts';
import { createSessionFamilies } from '../session/session-families.ts';
import { createNotificationsService, type NotificationsService } from './notifications-service.ts';

describeDatabases('notifications of a user whose access is lowered', (engine) => {
  let database: TestDatabase;
  let clock: SettlingClock;
  let notifications: NotificationsService;
  let cameraId: string;
  let sent: { readonly to: string; readonly message: PushMessage }[];
  let results: string[];
  let isDown: boolean;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    const { db } = database;
    clock = createSettlingClock();
    [sent, results, isDown] = [[], [], false];
    const deps = { db, clock, tokens: createTokens(Buffer.alloc(32, 7)) };
    const families = createSessionFamilies(deps);
    const access = createCameraAccess({
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
          if (isDown) throw new PushError('Later.', { isFinal: false, retryAfter: 6000 });
          sent.push({ to, message });
          return 'sent';
        },
        close: async () => undefined,
      },
      audience: createCameraAudience({ db, clock }),
      resolveAccess: access.resolve,
      placesOf: async () => new Map(),
      otherChannels: async () => [],
      email: null,
      offlineSince: () => null,
      onResult: (result) => void results.push(result),
    });
    cameraId = await insertCamera(db, await insertCustomer(db, 'owner@example.com'));
    const customerId = await insertCustomer(db, 'viewer@example.com');
    const deviceId = await insertDevice(db, customerId);
    const { familyId } = await families.start(customerId, deviceId);
    await insertGrant(db, cameraId, customerId, { access: 'full' });
    await notifications.subscribe({ customerId, familyId, deviceId, locale: 'en' }, 'viewer’s browser');
  });
  afterEach(async () => {
    await notifications.close();
    await database.close();
  });

  const change = (values: Parameters<typeof insertGrant>[3]) =>
    database.db
      .updateTable('camera_grants')
      .set(values ?? {})
      .execute();
  const notify = () => notifications.notify({ cameraId, type: 'CAMERAPHONE_MOTION', cameraTitle: 'Yard', at: clock.now() });
  const ended = () => expect.poll(() => results.length).toBe(1);

  const kept = [
    ['from full access to view only', { access: 'view' }],
    ['to live video without sound', { with_audio: 0 }],
    ['to live video without the archive', { with_archive: 0 }],
    ['to an earlier part of the archive', { archive_until: 1 }],
  ] as const;
  test.each(kept)('%s: they are still notified', async (_, values) => {
    await change(values);
    await notify();
    await ended();
    expect(sent).toMatchObject([{ to: 'viewer’s browser', message: { notification: { body: 'Yard' }, data: { CameraId: cameraId } } }]);
  });
  test.each(kept)('%s, while a message waits: it is sent', async (_, values) => {
    isDown = true;
    await notify();
    await expect.poll(() => notifications.waiting).toBe(1);
    await change(values);
    isDown = false;
    await clock.advance(6000);
    await ended();
    expect([results, sent.length]).toEqual([['sent'], 1]);
  });

  const lost = [
    ['that has ended', { expires_at: 1 }],
    // It is 15:00 in Moscow.
    ['to other hours', { daily_from: 60, daily_until: 120 }],
  ] as const;
  test.each(lost)('%s: they are not notified', async (_, values) => {
    await change(values);
    await notify();
    await clock.settle();
    expect([notifications.waiting, results, sent]).toEqual([0, [], []]);
  });
  test.each(lost)('%s, while a message waits: it is dropped', async (_, values) => {
    isDown = true;
    await notify();
    await expect.poll(() => notifications.waiting).toBe(1);
    await change(values);
    isDown = false;
    await clock.advance(6000);
    await ended();
    expect([results, sent]).toEqual([['unwanted'], []]);
  });
});

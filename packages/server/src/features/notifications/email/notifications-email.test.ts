import type { EventType } from '@watchpost/contract/schemas/events';
import { endlessSnooze } from '@watchpost/contract/protocols/alerts';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Mail } from '../../../adapters/mail/port.ts';
import type { CameraAccess } from '../../../kernel/access/access.ts';
import { createLog } from '../../../kernel/log.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../../testing/databases.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../../testing/people.ts';
import { accessOf, createCameraAudience, readAccessRows } from '../../cameras/index.ts';
import { emailWaitMs } from '../event-settings/notifications-stretch-store.ts';
import { createNotificationsService, type NotificationsService } from '../notifications-service.ts';

describeDatabases('alerts by e-mail', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let notifications: NotificationsService;
  let mails: Mail[];
  let cameraId: string;
  let owner: CameraAccess;
  let viewer: CameraAccess;
  const opened: NotificationsService[] = [];

  const open = (): NotificationsService => {
    const { db } = database;
    const service = createNotificationsService({
      db,
      clock,
      log: createLog({ level: 'silent', format: 'json' }),
      push: {
        id: 'test',
        configuration: { kind: 'web-push', publicKey: 'key' },
        parse: () => null,
        send: async () => 'sent',
        close: async () => undefined,
      },
      audience: createCameraAudience({ db, clock }),
      resolveAccess: accessFor,
      placesOf: async () => new Map(),
      otherChannels: async () => [],
      offlineSince: () => null,
      email: {
        mail: { addWithin: async (_transaction, mail) => void mails.push(mail), wake: () => undefined },
        readPicture: async (_cameraId, eventId) => (eventId === 'evt_1' ? Uint8Array.of(1, 2, 3) : null),
        publicUrl: 'https://cams.example',
      },
    });
    opened.push(service);
    return service;
  };
  const accessFor = async (customerId: string, camera: string): Promise<CameraAccess | null> => {
    const [row] = await readAccessRows(database.db, customerId, [camera]);
    return row ? accessOf(row, customerId, clock.now()) : null;
  };
  const needed = async (customerId: string): Promise<CameraAccess> => {
    const access = await accessFor(customerId, cameraId);
    if (!access) throw new Error('The camera is not visible.');
    return access;
  };
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    const { db } = database;
    clock = createManualClock(Date.UTC(2026, 10, 27, 13, 36));
    mails = [];
    const ownerId = await insertCustomer(db, 'owner@example.com');
    const viewerId = await insertCustomer(db, 'viewer@example.com');
    await db.updateTable('customers').set({ locale: 'ru' }).where('id', '=', viewerId).execute();
    cameraId = await insertCamera(db, ownerId, { title: 'Front door' });
    await insertGrant(db, cameraId, viewerId);
    notifications = open();
    notifications.start();
    [owner, viewer] = [await needed(ownerId), await needed(viewerId)];
  });
  afterEach(async () => {
    for (const service of opened.splice(0)) await service.close();
    await database.close();
  });

  const happens = (eventType: EventType = 'human', eventId = 'evt_1'): Promise<void> => {
    const type = eventType === 'human' ? 'CAMERAPHONE_PERSON' : 'CAMERAPHONE_MOTION';
    return notifications.notify({ cameraId, eventId, type, eventType, cameraTitle: 'Front door', at: clock.now(), label: 'Gate' });
  };
  const isSettled = async () =>
    (await database.db.selectFrom('alert_stretches').select('id').where('due_at', '<=', clock.now()).execute()).length === 0;
  const later = async (ms = emailWaitMs): Promise<void> => {
    clock.advance(ms);
    await expect.poll(isSettled, { interval: 5 }).toBe(true);
  };
  const wanted = (access: CameraAccess, type: EventType = 'human') =>
    notifications.updateEventNotifications(access, type, { isEmailEnabled: true });

  test('come only to users who chose them, once for a stretch, in the reader’s language, with a picture and a link to the settings', async () => {
    await happens();
    await later();
    expect(mails).toEqual([]);
    for (const access of [owner, viewer]) for (const type of ['human', 'motion'] as const) await wanted(access, type);
    await happens('motion', 'evt_0');
    clock.advance(1000);
    await happens();
    // Another server looks for what is due, too.
    open().start();
    await later();
    await later(60_000);
    expect(mails.map(({ to, subject }) => [to, subject] as const).toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual([
      ['owner@example.com', 'Person detected: Front door, 16:36'],
      ['viewer@example.com', 'Обнаружен человек: Front door, 16:36'],
    ]);
    const [mail] = mails.filter(({ to }) => to === 'owner@example.com');
    expect(mail?.pictures).toEqual([{ contentId: 'event', base64: 'AQID' }]);
    for (const part of ['Where: Gate', '2\u00A0events', `/cameras/${cameraId}?t=`, `/cameras/${cameraId}?alerts`])
      expect(mail?.text).toContain(part);
  });

  test('are decided again when they are due: turned off, paused, access lost', async () => {
    await wanted(owner);
    await wanted(viewer);
    await happens();
    await notifications.updateEventNotifications(owner, 'human', { isEmailEnabled: false });
    await database.db.deleteFrom('camera_grants').execute();
    await later();
    expect(mails).toEqual([]);
  });

  test('a pause holds for all events of the camera, until it ends', async () => {
    await wanted(owner);
    expect(await notifications.updateCameraNotifications(owner, { snoozedUntil: clock.now() + 3_600_000 })).toEqual({
      isStatusNotified: false,
      isStatusEmailed: false,
      snoozedUntil: clock.now() + 3_600_000,
    });
    await happens();
    await later();
    expect(mails).toEqual([]);
    clock.advance(3_600_000);
    expect(await notifications.cameraNotifications(owner)).toEqual({ isStatusNotified: false, isStatusEmailed: false, snoozedUntil: null });
    await happens();
    await notifications.updateCameraNotifications(owner, { snoozedUntil: endlessSnooze });
    await later();
    expect(mails).toEqual([]);
    await notifications.updateCameraNotifications(owner, { snoozedUntil: null });
    clock.advance(600_000);
    await happens();
    await later();
    expect(mails).toHaveLength(1);
    expect(await notifications.updateCameraNotifications(owner, { isStatusNotified: true })).toMatchObject({ isStatusNotified: true });
  });

  test('the camera’s state comes by e-mail to users who chose that, once when it is away and once when it is back', async () => {
    const awayAt = clock.now();
    const goesAway = () =>
      notifications.notifyStatus({ kind: 'away', cameraId, cameraTitle: 'Front door', at: awayAt, emptyBattery: 0.04 });
    const comesBack = () => notifications.notifyStatus({ kind: 'back', cameraId, cameraTitle: 'Front door', at: clock.now() });
    await notifications.updateCameraNotifications(owner, { isStatusNotified: true });
    await notifications.updateCameraNotifications(viewer, { isStatusNotified: true, isStatusEmailed: true });
    await goesAway();
    clock.advance(7_500_000);
    await comesBack();
    await comesBack();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['viewer@example.com', 'Камера недоступна: Front door, 16:36'],
      ['viewer@example.com', 'Камера снова доступна: Front door, 18:41'],
    ]);
    expect(mails[0]?.text).toContain('Телефон, видимо, разрядился');
    expect(mails[1]?.text).toMatch(/Была не в сети: 2\sчаса 5\sминут\./u);
    expect(mails[1]?.text).toContain(`/cameras/${cameraId}?alerts`);
    // Without push, or without access, there is no e-mail message either.
    await notifications.updateCameraNotifications(viewer, { isStatusNotified: false });
    await goesAway();
    await notifications.updateCameraNotifications(viewer, { isStatusNotified: true });
    await database.db.deleteFrom('camera_grants').execute();
    await goesAway();
    expect(mails).toHaveLength(2);
  });
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../../testing/databases.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../../testing/people.ts';
import { createEventSettingsRepository, type EventSettingsRepository } from './notifications-event-settings.ts';

describeDatabases('notification settings of an event type', (engine) => {
  let database: TestDatabase;
  let settings: EventSettingsRepository;
  let cameraId: string;
  let ownerId: string;
  let viewerId: string;
  const night = [{ days: ['sat' as const, 'sun' as const], from: '22:00', to: '07:00' }];

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    const { db } = database;
    settings = createEventSettingsRepository(db);
    ownerId = await insertCustomer(db, 'owner@example.com');
    viewerId = await insertCustomer(db, 'viewer@example.com');
    cameraId = await insertCamera(db, ownerId, { time_zone: 'Asia/Omsk' });
    await insertGrant(db, cameraId, viewerId);
  });
  afterEach(() => database.close());

  const owner = () => ({ cameraId, customerId: ownerId, viewerKind: 'owner' as const });
  const viewer = () => ({ cameraId, customerId: viewerId, viewerKind: 'grantee' as const });

  test('are the defaults until they are changed, one by one, for this user and type only', async () => {
    const byDefault = { isEnabled: true, isEmailEnabled: false, cooldownSeconds: 300, schedule: null, onlyWhenAway: false };
    expect([await settings.find(owner(), 'human'), await settings.ofCamera(cameraId, 'human')]).toEqual([byDefault, new Map()]);
    await Promise.all([
      settings.save(owner(), 'human', { cooldownSeconds: 60 }),
      settings.save(owner(), 'human', { schedule: night }),
      settings.save(viewer(), 'human', { isEnabled: false }),
    ]);
    expect(await settings.find(owner(), 'human')).toEqual({ ...byDefault, cooldownSeconds: 60, schedule: night });
    expect(await settings.find(viewer(), 'human')).toEqual({ ...byDefault, isEnabled: false });
    expect(await settings.find(owner(), 'vehicle')).toEqual(byDefault);
    await settings.save(owner(), 'human', { schedule: null });
    expect(await settings.find(owner(), 'human')).toMatchObject({ cooldownSeconds: 60, schedule: null });
    await settings.save(owner(), 'human', { onlyWhenAway: true });
    expect(await settings.find(owner(), 'human')).toMatchObject({ cooldownSeconds: 60, onlyWhenAway: true });
    await settings.save(owner(), 'human', { isEmailEnabled: true });
    expect(await settings.find(owner(), 'human')).toMatchObject({ isEnabled: true, isEmailEnabled: true });
  });

  test('have the account’s time zone, and the camera’s until that is known', async () => {
    await settings.save(owner(), 'human', { schedule: night });
    await settings.save(viewer(), 'human', { schedule: night });
    await database.db.updateTable('customers').set({ time_zone: 'Europe/London' }).where('id', '=', viewerId).execute();
    const known = await settings.ofCamera(cameraId, 'human');
    expect([known.get(ownerId)?.timeZone, known.get(viewerId)?.timeZone]).toEqual(['Asia/Omsk', 'Europe/London']);
  });

  test('end with the access, and with the camera', async () => {
    const { db } = database;
    const left = async () => (await db.selectFrom('event_notifications').select('customer_id').execute()).map((row) => row.customer_id);
    await settings.save(owner(), 'motion', { isEnabled: false });
    await settings.save(viewer(), 'motion', { isEnabled: false });
    await db.deleteFrom('camera_grants').execute();
    expect(await left()).toEqual([ownerId]);
    await expect(settings.save(viewer(), 'motion', { isEnabled: true })).rejects.toThrow();
    await db.deleteFrom('cameras').execute();
    expect(await left()).toEqual([]);
  });
});

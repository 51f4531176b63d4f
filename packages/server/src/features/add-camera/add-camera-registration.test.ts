import { createManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTokens } from '../../kernel/tokens.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { createTestDevice, type TestDevice } from '../../testing/test-device.ts';
import { insertCamera } from '../../testing/people.ts';
import { AppError } from '../../kernel/app-error.ts';
import { createCameraQuota } from './add-camera-quota.ts';
import { createAddCameraService } from './add-camera-service.ts';

describeDatabases('the state of a registration', (engine) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    for (const [id, email] of [
      ['u1', 'a@b.c'],
      ['u2', 'c@d.e'],
    ] as const)
      await database.db.insertInto('customers').values({ id, email, locale: 'en', created_at: 1 }).execute();
  });
  afterEach(() => database.close());

  const setUp = () => {
    const clock = createManualClock();
    const { db } = database;
    const create = async ({ ownerId, source }: { ownerId: string; source: { serialNumber?: string } }): Promise<never> => {
      const id = await insertCamera(db, ownerId);
      await db
        .updateTable('cameras')
        .set({ serial_number: source.serialNumber ?? null })
        .where('id', '=', id)
        .execute();
      // Only its id is read.
      return { id, title: 'Yard' } as never;
    };
    const service = createAddCameraService({
      db,
      clock,
      tokens: createTokens(Buffer.alloc(32)),
      quota: createCameraQuota({ clock, cameras: { countOwnedBy: async () => 0 }, maxCameras: 20, isOperator: async () => true }),
      cameras: { create: create as never, ownedBy: async () => [] },
      probe: async () => ({ tracks: [] }),
      readOnvif: () => Promise.reject(new AppError('camera-not-onvif')),
    });
    const agent = (registrationToken: string, device: TestDevice) =>
      service.register({ registrationToken, source: device.source(registrationToken) });
    return { clock, service, agent, db };
  };

  test('is waiting first, and then names its camera; other users can’t find it', async () => {
    const { service, agent, clock } = setUp();
    const { registrationToken, registrationId, expiresAt } = await service.createRegistrationToken('u1');
    expect(registrationToken).not.toContain(registrationId);
    expect(await service.registration('u1', registrationId)).toEqual({ state: 'waiting', cameraId: null, refusal: null, expiresAt });
    const { camera } = await agent(registrationToken, createTestDevice());
    expect(await service.registration('u1', registrationId)).toMatchObject({ state: 'registered', cameraId: camera.id });
    clock.advance(3_600_000);
    expect(await service.registration('u1', registrationId)).toMatchObject({ state: 'registered', cameraId: camera.id });
    for (const [customer, id] of [
      ['u2', registrationId],
      ['u1', 'reg_unknown'],
      ['u1', registrationToken],
    ] as const)
      await expect(service.registration(customer, id)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('is expired after 10 minutes without a camera', async () => {
    const { service, clock } = setUp();
    const { registrationId } = await service.createSerialRegistrationToken('u1', createTestDevice().serialNumber);
    clock.advance(600_000);
    expect(await service.registration('u1', registrationId)).toMatchObject({ state: 'expired', cameraId: null });
  });

  test('is refused for a camera of another account; its owner sees the reason, and may use it for another camera', async () => {
    const { service, agent } = setUp();
    const [taken, free] = [createTestDevice(), createTestDevice()];
    await agent((await service.createRegistrationToken('u2')).registrationToken, taken);
    const mine = await service.createRegistrationToken('u1');
    await expect(agent(mine.registrationToken, taken)).rejects.toMatchObject({ code: 'camera-connected' });
    expect(await service.registration('u1', mine.registrationId)).toMatchObject({ state: 'waiting', refusal: 'camera-connected' });
    await agent(mine.registrationToken, free);
    expect(await service.registration('u1', mine.registrationId)).toMatchObject({ state: 'registered' });
    const again = await service.createRegistrationToken('u1');
    await expect(agent(again.registrationToken, free)).rejects.toMatchObject({ code: 'camera-connected-here' });
  });

  test('does not allow checking serial numbers in bulk either', async () => {
    const { service, agent, clock } = setUp();
    const taken = createTestDevice();
    await agent((await service.createRegistrationToken('u2')).registrationToken, taken);
    const { registrationToken } = await service.createRegistrationToken('u1');
    for (let attempt = 0; attempt < 10; attempt += 1)
      await expect(agent(registrationToken, taken)).rejects.toMatchObject({ code: 'camera-connected' });
    await expect(agent(registrationToken, taken)).rejects.toMatchObject({ code: 'too-many-requests' });
    clock.advance(60_000);
    await expect(agent(registrationToken, taken)).rejects.toMatchObject({ code: 'too-many-requests' });
  });

  test('the registration no longer names a camera that was removed later', async () => {
    const { service, agent, db } = setUp();
    const { registrationToken, registrationId } = await service.createRegistrationToken('u1');
    const { camera } = await agent(registrationToken, createTestDevice());
    await db.deleteFrom('cameras').where('id', '=', camera.id).execute();
    expect(await service.registration('u1', registrationId)).toMatchObject({ cameraId: null });
  });
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTokens } from '../../kernel/tokens.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { insertCamera } from '../../testing/people.ts';
import { AppError } from '../../kernel/app-error.ts';
import { createAddCameraService } from './add-camera-service.ts';

describeDatabases('what becomes of a registration', (engine) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    for (const [id, email] of [['u1', 'a@b.c'], ['u2', 'c@d.e']] as const) await database.db.insertInto('customers').values({ id, email, locale: 'en', created_at: 1 }).execute();
  });
  afterEach(() => database.close());

  const setUp = () => {
    const clock = createManualClock();
    const { db } = database;
    const create = async ({ ownerId, source }: { ownerId: string; source: { serialNumber?: string } }): Promise<never> => {
      const id = await insertCamera(db, ownerId);
      await db.updateTable('cameras').set({ serial_number: source.serialNumber ?? null }).where('id', '=', id).execute();
      // Only its id is read.
      return { id, title: 'Yard' } as never;
    };
    const service = createAddCameraService({ db, clock, tokens: createTokens(Buffer.alloc(32)), cameras: { create: create as never }, probe: async () => ({ tracks: [] }), readOnvif: () => Promise.reject(new AppError('camera-not-onvif')) });
    const agent = (registrationToken: string, serialNumber: string) => service.register({ registrationToken, source: { kind: 'agent', serialNumber } });
    return { clock, service, agent, db };
  };

  test('it waits, and then names its camera; nobody else finds it', async () => {
    const { service, agent, clock } = setUp();
    const { registrationToken, registrationId, expiresAt } = await service.createRegistrationToken('u1');
    expect(registrationToken).not.toContain(registrationId);
    expect(await service.registration('u1', registrationId)).toEqual({ state: 'waiting', cameraId: null, refusal: null, expiresAt });
    const { camera } = await agent(registrationToken, 'WP-0001');
    expect(await service.registration('u1', registrationId)).toMatchObject({ state: 'registered', cameraId: camera.id });
    clock.advance(3_600_000);
    expect(await service.registration('u1', registrationId)).toMatchObject({ state: 'registered', cameraId: camera.id });
    for (const [customer, id] of [['u2', registrationId], ['u1', 'reg_unknown'], ['u1', registrationToken]] as const) await expect(service.registration(customer, id)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('after 10 minutes without a camera it has expired', async () => {
    const { service, clock } = setUp();
    const { registrationId } = await service.createSerialRegistrationToken('u1', 'WP-0001');
    clock.advance(600_000);
    expect(await service.registration('u1', registrationId)).toMatchObject({ state: 'expired', cameraId: null });
  });

  test('a camera that is in an account already is refused; who began the registration hears why, and may use it for another one', async () => {
    const { service, agent } = setUp();
    await agent((await service.createRegistrationToken('u2')).registrationToken, 'WP-TAKEN');
    const mine = await service.createRegistrationToken('u1');
    await expect(agent(mine.registrationToken, 'WP-TAKEN')).rejects.toMatchObject({ code: 'camera-connected' });
    expect(await service.registration('u1', mine.registrationId)).toMatchObject({ state: 'waiting', refusal: 'camera-connected' });
    await agent(mine.registrationToken, 'WP-FREE');
    expect(await service.registration('u1', mine.registrationId)).toMatchObject({ state: 'registered' });
    const again = await service.createRegistrationToken('u1');
    await expect(agent(again.registrationToken, 'WP-FREE')).rejects.toMatchObject({ code: 'camera-connected-here' });
  });

  test('whether serial numbers are taken is not found out by the dozen in this way either', async () => {
    const { service, agent, clock } = setUp();
    await agent((await service.createRegistrationToken('u2')).registrationToken, 'WP-TAKEN');
    const { registrationToken } = await service.createRegistrationToken('u1');
    for (let attempt = 0; attempt < 10; attempt += 1) await expect(agent(registrationToken, 'WP-TAKEN')).rejects.toMatchObject({ code: 'camera-connected' });
    await expect(agent(registrationToken, 'WP-TAKEN')).rejects.toMatchObject({ code: 'too-many-requests' });
    clock.advance(60_000);
    await expect(agent(registrationToken, 'WP-TAKEN')).rejects.toMatchObject({ code: 'too-many-requests' });
  });

  test('the camera that is removed later takes its registration’s name for it along', async () => {
    const { service, agent, db } = setUp();
    const { registrationToken, registrationId } = await service.createRegistrationToken('u1');
    const { camera } = await agent(registrationToken, 'WP-0001');
    await db.deleteFrom('cameras').where('id', '=', camera.id).execute();
    expect(await service.registration('u1', registrationId)).toMatchObject({ cameraId: null });
  });
});

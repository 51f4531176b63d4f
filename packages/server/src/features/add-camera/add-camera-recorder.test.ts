import { createManualClock } from '@watchpost/contract/testing';
import { expect, onTestFinished, test } from 'vitest';
import type { StoredCamera } from '../../kernel/module/stored-camera.ts';
import { createTokens } from '../../kernel/tokens.ts';
import { createTestDatabase, describeDatabases } from '../../testing/databases.ts';
import { insertCamera } from '../../testing/people.ts';
import { createCameraQuota } from './add-camera-quota.ts';
import { createAddCameraService } from './add-camera-service.ts';

async function setUp(engine: Parameters<typeof createTestDatabase>[0]) {
  const database = await createTestDatabase(engine);
  onTestFinished(() => database.close());
  for (const id of ['u1', 'u2'])
    await database.db
      .insertInto('customers')
      .values({ id, email: `${id}@b.c`, locale: 'en', created_at: 1 })
      .execute();
  const clock = createManualClock();
  const created: StoredCamera[] = [];
  const channels = ['in1', 'in2'].map((channel) => ({ channel, width: 1920, height: 1080 }));
  const service = createAddCameraService({
    db: database.db,
    clock,
    tokens: createTokens(Buffer.alloc(32)),
    quota: createCameraQuota({ clock, cameras: { countOwnedBy: async () => 0 }, maxCameras: 20, isOperator: async () => true }),
    cameras: {
      create: async ({ ownerId, source }) => {
        const id = await insertCamera(database.db, ownerId);
        created.push({ id, ownerId, source, archiveDays: 7 });
        // Only its id is read.
        return { id } as never;
      },
      ownedBy: async (owner) => created.filter(({ ownerId }) => ownerId === owner),
    },
    probe: async () => ({ tracks: [] }),
    readOnvif: async (_, { channel = 'in1' }) => {
      const device = { address: 'http://10.0.0.2/', manufacturer: 'Odd', model: 'R', firmwareVersion: '', serialNumber: '', channel };
      return { device, url: `rtsp://10.0.0.2/${channel}`, lowUrl: null, channels };
    },
  });
  const register = async (ownerId: string, over: object = {}) => {
    const { registrationToken } = await service.createRegistrationToken(ownerId);
    return service.register({ registrationToken, source: { kind: 'onvif', address: '10.0.0.2', ...over } });
  };
  return { service, register, created };
}

describeDatabases('a recorder', (engine) => {
  test('each channel of a recorder is one camera of an account; without a choice it is the first', async () => {
    const { register, created } = await setUp(engine);
    await register('u1');
    await register('u1', { channel: 'in2' });
    for (const over of [{}, { channel: 'in1' }, { channel: 'in2' }])
      await expect(register('u1', over)).rejects.toMatchObject({ code: 'camera-connected-here' });
    await register('u2', { channel: 'in2' });
    expect(created.map(({ source }) => source.kind === 'rtsp' && source.url)).toEqual([
      'rtsp://10.0.0.2/in1',
      'rtsp://10.0.0.2/in2',
      'rtsp://10.0.0.2/in2',
    ]);
  });

  test('a probe reports which channels the caller has; those of other users are not revealed', async () => {
    const { service, register } = await setUp(engine);
    await register('u1', { channel: 'in2' });
    const added = async (customerId: string, source: Parameters<typeof service.probe>[1]) =>
      (await service.probe(customerId, source)).channels?.map(({ isAdded }) => isAdded);
    expect(await added('u1', { kind: 'address', address: '10.0.0.2' })).toEqual([false, true]);
    expect(await added('u1', { kind: 'onvif', address: '10.0.0.2' })).toEqual([false, true]);
    expect(await added('u2', { kind: 'onvif', address: '10.0.0.2' })).toEqual([false, false]);
  });
});

import { ptzSchema } from '@watchpost/contract/schemas/ptz';
import { createManualClock } from '@watchpost/contract/testing';
import { systemClock } from '@watchpost/contract/timing/clock';
import { createOnvifPtz } from '@watchpost/onvif';
import { createDevicePtz, startOnvifDevice } from '@watchpost/onvif/testing';
import { afterEach, expect, test } from 'vitest';
import type { CameraAccess } from '../../kernel/access/access.ts';
import { createLog } from '../../kernel/log.ts';
import { createNetworkPolicy } from '../../kernel/network/network-policy.ts';
import { createCameraControl, type CameraControl } from '../../media/control/camera-control.ts';
import { createOnvifControl } from '../../media/onvif/onvif-control.ts';
import { cameraAccess, viewGrant } from '../../testing/camera-access.ts';
import { createTestDatabase, describeDatabases } from '../../testing/databases.ts';
import { insertCamera, insertCustomer } from '../../testing/people.ts';
import type { AccessWatch } from '../cameras/index.ts';
import type { PtzMover } from './ptz-access.ts';
import { noPatrol } from './ptz-repository.ts';
import { createPtzService } from './ptz-service.ts';

const clock = systemClock;
/** Nobody loses access here. */
const watchAccess: AccessWatch = () => () => undefined;
const unlogged = { steer: () => undefined };
const by = (access: CameraAccess): PtzMover => ({ access, familyId: null });
const log = createLog({ level: 'silent', format: 'json' });
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function startDome(): Promise<{ dome: ReturnType<typeof createDevicePtz>; calls: readonly string[]; control: CameraControl }> {
  const dome = createDevicePtz();
  const profiles = [
    { token: 'main', encoding: 'H264', width: 1280, height: 720, uri: 'rtsp://127.0.0.1:9/main', more: dome.configuration },
  ];
  const device = await startOnvifDevice({ clock, profiles, services: [dome.service] });
  const network = createNetworkPolicy({ allowPrivate: true, allowLoopback: true });
  const driver = createOnvifControl({
    clock,
    networkOf: () => network,
    accessOf: () => ({ address: device.url }),
    handlers: createOnvifPtz(),
  });
  closers.push(device.close, driver.close);
  return { dome, calls: device.calls, control: createCameraControl({ driverOf: () => driver }) };
}

describeDatabases('steering an ONVIF camera', (engine) => {
  const setUp = async () => {
    const { db, close } = await createTestDatabase(engine);
    closers.push(close);
    const owner = await insertCustomer(db, 'owner@example.com');
    const cameraId = await insertCamera(db, owner);
    const accessOf = (customerId: string) =>
      cameraAccess({ cameraId, customerId }, customerId === owner ? null : { ...viewGrant, access: 'full' });
    const start = async () => {
      const { dome, calls, control } = await startDome();
      // Its clock stands still, so that a slow machine does not matter.
      const steered: string[] = [];
      const viewings = {
        steer: ({ customerId }: CameraAccess, userAgent: string | undefined) => void steered.push(`${customerId} ${userAgent}`),
      };
      const service = createPtzService({ db, clock: createManualClock(), log, control, viewings, watchAccess });
      closers.push(service.close);
      return { dome, calls, service, steered };
    };
    return { db, cameraId, owner: accessOf(owner), friend: accessOf(await insertCustomer(db, 'friend@example.com')), start };
  };

  test('it is read, turned and stopped; a second user has to wait', async () => {
    const { owner, friend, start } = await setUp();
    const { dome, service, steered } = await start();
    expect(ptzSchema.parse(await service.get(owner))).toMatchObject({
      abilities: { canPan: true, mostPresets: 8 },
      presets: [{ id: '1', name: 'Gate' }],
      steering: 'nobody',
      patrol: noPatrol,
    });
    await service.move({ ...by(owner), userAgent: 'Firefox' }, 'owner-page', 0, { pan: 0.5, tilt: 0, zoom: 0 });
    for (const attempt of [
      service.move(by(friend), 'friend-page', 0, { pan: -1, tilt: 0, zoom: 0 }),
      service.go(by(friend), 'friend-page', { kind: 'home' }),
      service.savePreset(friend, null, 'Mine'),
      service.savePreset(friend, '1', 'Mine'),
      (async () => service.setHome(friend))(),
    ])
      await expect(attempt).rejects.toMatchObject({ code: 'camera-steered' });
    expect([(await service.get(owner)).steering, (await service.get(friend)).steering]).toEqual(['you', 'other']);
    // A stop is answered once the camera has stopped.
    await service.move(by(owner), 'owner-page', 1, { pan: 0, tilt: 0, zoom: 0 });
    expect([dome.moves, dome.visits]).toEqual([[{ pan: 0.5, tilt: 0, zoom: 0, timeout: 3 }, null], []]);
    // Neither who was refused, nor a stop.
    expect(steered).toEqual([`${owner.customerId} Firefox`]);
    await service.go(by(owner), 'owner-page', { kind: 'home' });
    expect(steered.slice(1)).toEqual([`${owner.customerId} undefined`]);
  });

  test('its abilities are cached, and changed presets are visible immediately', async () => {
    const { owner, start } = await setUp();
    const { service, calls } = await start();
    for (let time = 0; time < 5; time += 1) await service.get(owner);
    expect(calls.filter((name) => name === 'GetPresets')).toHaveLength(1);
    await service.savePreset(owner, null, 'Yard');
    expect((await service.get(owner)).presets.map(({ name }) => name)).toEqual(['Gate', 'Yard']);
  });

  test('a patrol omits a deleted preset, and continues after a restart', async () => {
    const { cameraId, owner, start, db } = await setUp();
    const first = await start();
    for (const name of ['Yard', 'Door']) await first.service.savePreset(owner, null, name);
    await first.service.setPatrol(owner, { presetIds: ['1', '2', '3'], dwellSeconds: 3600, isRunning: true });
    await expect.poll(() => first.dome.visits).toEqual(['1']);
    await first.service.removePreset(owner, '2');
    expect((await first.service.get(owner)).patrol).toEqual({ presetIds: ['1', '3'], dwellSeconds: 3600, isRunning: true });
    await first.service.close();

    const second = await start();
    await second.service.start(cameraId);
    await expect.poll(() => second.dome.visits).toEqual(['1']);
    second.service.stop(cameraId);
    await db.deleteFrom('cameras').execute();
    expect(await db.selectFrom('ptz_patrols').selectAll().execute()).toEqual([]);
  });
});

test('a camera without a motor reports it once, and gets no patrol', async () => {
  const { db, close } = await createTestDatabase('sqlite');
  closers.push(close);
  const customerId = await insertCustomer(db, 'owner@example.com');
  const access = cameraAccess({ cameraId: await insertCamera(db, customerId), customerId });
  const control = createCameraControl({ driverOf: () => null });
  const service = createPtzService({ db, clock, log, control, viewings: unlogged, watchAccess });
  expect(await service.get(access)).toEqual({ abilities: null, presets: [], steering: 'nobody', patrol: noPatrol });
  await expect(service.setPatrol(access, { presetIds: ['1', '2'], dwellSeconds: 30, isRunning: true })).rejects.toMatchObject({
    code: 'camera-unsupported',
  });
});

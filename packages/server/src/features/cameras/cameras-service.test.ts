import { cameraAboutSchema, cameraSchema } from '@watchpost/contract/schemas/cameras';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSeal } from '../../kernel/seal.ts';
import type { StoredCamera } from '../../kernel/module/stored-camera.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { partnersOf } from '../../testing/partners/partners.ts';
import { insertCustomer, insertGrant } from '../../testing/people.ts';
import { createCameraAccess } from './cameras-access.ts';
import { createCamerasService, type CamerasService, type CameraStatusProvider } from './cameras-service.ts';
import { createTokens } from '../../kernel/tokens.ts';

const source = { kind: 'rtsp', url: 'rtsp://192.168.1.10:554/live', username: 'admin', password: 'hunter2' } as const;

describeDatabases('cameras', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let service: CamerasService;
  let owner: string;
  let viewer: string;
  let previewAt: number | null;
  let hasSpeaker: boolean;
  let damagedPictures: number;
  let sound: ReturnType<NonNullable<CameraStatusProvider['sound']>>;
  let battery: { level: number; isCharging: boolean } | null;
  let versions: { firmwareVersion: string | null; appVersion: string | null } | null;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    clock = createManualClock();
    previewAt = null;
    hasSpeaker = false;
    damagedPictures = 0;
    sound = null;
    battery = null;
    versions = null;
    service = createCamerasService({
      db: database.db,
      clock,
      seal: createSeal(new Uint8Array(32).fill(5)),
      status: {
        status: () => ({ state: 'online', since: 5, reason: null }),
        hasSpeaker: () => hasSpeaker,
        damagedPictures: () => damagedPictures,
        sound: () => sound,
        battery: () => battery,
        versions: async () => versions,
      },
      previews: { preview: () => (previewAt === null ? null : { takenAt: previewAt }), read: async () => null },
      archiveDays: 7,
    });
    owner = await insertCustomer(database.db, 'owner@example.com');
    viewer = await insertCustomer(database.db, 'viewer@example.com');
  });
  afterEach(() => database.close());

  const accessOf = async (customerId: string, cameraId: string) => {
    const deps = { db: database.db, clock, tokens: createTokens(Buffer.alloc(32)) };
    const resolver = createCameraAccess({
      ...deps,
      ...partnersOf(deps),
      readAccessToken: async () => ({ customerId }),
      isSessionRunning: async () => true,
    });
    const access = await resolver.resolve(customerId, cameraId);
    if (!access) throw new Error('not visible');
    return access;
  };

  test('a camera matches the contract, and reveals nothing of its source', async () => {
    const camera = await service.create({ ownerId: owner, title: 'Двор', source });
    expect(cameraSchema.parse(camera)).toEqual(camera);
    expect(camera).toMatchObject({
      title: 'Двор',
      platform: 'ThirdParty',
      isOwner: true,
      previewUrl: null,
      timeZone: 'Europe/Moscow',
      state: 'online',
      archiveDays: 7,
    });
    const row = JSON.stringify(await database.db.selectFrom('cameras').selectAll().execute());
    for (const secret of ['hunter2', 'admin', '192.168']) {
      expect(JSON.stringify(camera)).not.toContain(secret);
      expect(row).not.toContain(secret);
    }
  });

  test('a camera begins with the zone it is added with, else with its account’s, else with the default', async () => {
    const zoneOf = async (timeZone?: string) => (await service.create({ ownerId: owner, title: 'Yard', source, timeZone })).timeZone;
    expect([await zoneOf('Asia/Tokyo'), await zoneOf(), await zoneOf('Mars/Base')]).toEqual([
      'Asia/Tokyo',
      'Europe/Moscow',
      'Europe/Moscow',
    ]);
    await database.db.updateTable('customers').set({ time_zone: 'Europe/Berlin' }).where('id', '=', owner).execute();
    expect([await zoneOf('Asia/Tokyo'), await zoneOf(), await zoneOf('Mars/Base')]).toEqual([
      'Asia/Tokyo',
      'Europe/Berlin',
      'Europe/Berlin',
    ]);
  });

  test('the media modules receive the source, at creation and at the next start', async () => {
    const added: StoredCamera[] = [];
    service.onCameraAdded((camera) => added.push(camera));
    const { id } = await service.create({ ownerId: owner, title: 'Yard', source });
    const agent = await service.create({
      ownerId: owner,
      title: 'Door',
      source: { kind: 'agent', serialNumber: 'ABCD-1' },
      timeZone: 'Asia/Tokyo',
    });
    expect(agent).toMatchObject({ platform: 'Embedded', timeZone: 'Asia/Tokyo' });
    expect(added[0]).toEqual({ id, ownerId: owner, source, archiveDays: 7 });
    expect(await service.stored()).toEqual(expect.arrayContaining(added));
  });

  test('a camera that moved is reached at its new host: port, path, credentials and all else stay', async () => {
    const device = {
      address: 'http://192.168.1.20:8000/onvif/device_service',
      manufacturer: 'Northgate',
      model: 'NG-2',
      firmwareVersion: '',
      serialNumber: '',
    };
    const onvif = {
      kind: 'rtsp',
      url: 'rtsp://192.168.1.20:554/main?a=1',
      lowUrl: 'rtsp://192.168.1.20/sub',
      username: 'admin',
      password: 'hunter2',
      device,
    } as const;
    const { id } = await service.create({ ownerId: owner, title: 'Yard', source: onvif });
    const other = await service.create({
      ownerId: owner,
      title: 'Gate',
      source: { kind: 'rtsp', url: 'rtsp://admin:hunter2@[fd00::2]/cam' },
    });
    const moved = {
      ...onvif,
      url: 'rtsp://10.0.0.9:554/main?a=1',
      lowUrl: 'rtsp://10.0.0.9/sub',
      device: { ...device, address: 'http://10.0.0.9:8000/onvif/device_service' },
    };
    const refused = { refusals: 5, retry_at: 1_800_000_000_000 };
    const trials = [id, other.id].map((camera) => ({ camera_id: camera, ...refused }));
    await database.db.insertInto('password_trials').values(trials).execute();
    expect((await service.changeHost(id, '10.0.0.9')).source).toEqual(moved);
    // The password was refused at the old address only.
    expect(await database.db.selectFrom('password_trials').selectAll().execute()).toEqual([trials[1]]);
    expect((await service.changeHost(other.id, '10.0.0.8')).source).toEqual({ kind: 'rtsp', url: 'rtsp://admin:hunter2@10.0.0.8/cam' });
    expect((await service.stored()).find((camera) => camera.id === id)?.source).toEqual(moved);
    expect(JSON.stringify(await database.db.selectFrom('cameras').selectAll().execute())).not.toContain('10.0.0.9');
    const agent = await service.create({ ownerId: owner, title: 'Door', source: { kind: 'agent', serialNumber: 'ABCD-1' } });
    for (const wrong of [agent.id, 'cam_gone']) await expect(service.changeHost(wrong, '10.0.0.9')).rejects.toThrow('not-found');
  });

  test('users with full access can speak, through a camera that has a loudspeaker', async () => {
    const { id } = await service.create({ ownerId: owner, title: 'Door', source: { kind: 'agent', serialNumber: 'ABCD-1' } });
    await insertGrant(database.db, id, viewer, { access: 'view' });
    const canTalk = async (customerId: string) => (await service.list(customerId)).map((camera) => camera.canTalk);
    expect(await canTalk(owner)).toEqual([false]);
    hasSpeaker = true;
    expect([await canTalk(owner), await canTalk(viewer)]).toEqual([[true], [false]]);
  });

  test('a phone is a Mobile camera, also after a restart; its battery is visible with full access', async () => {
    const { id, ...phone } = await service.create({
      ownerId: owner,
      title: 'Hall',
      source: { kind: 'phone', model: 'Pixel 4' },
      timeZone: 'Asia/Tokyo',
    });
    expect(phone).toMatchObject({ platform: 'Mobile', timeZone: 'Asia/Tokyo' });
    expect(phone.battery).toBeUndefined();
    expect(await service.stored()).toEqual([{ id, ownerId: owner, source: { kind: 'phone', model: 'Pixel 4' }, archiveDays: 7 }]);
    expect(await service.about(await accessOf(owner, id))).toMatchObject({ model: 'Pixel 4', serialNumber: null });
    await insertGrant(database.db, id, viewer, { access: 'view' });
    battery = { level: 0.8, isCharging: true };
    const batteriesOf = async (customerId: string) => (await service.list(customerId)).map((camera) => cameraSchema.parse(camera).battery);
    expect([await batteriesOf(owner), await batteriesOf(viewer)]).toEqual([[battery], [undefined]]);
  });

  test('a camera has sound if its sound can be played; an unplayable codec is named', async () => {
    const { id } = await service.create({ ownerId: owner, title: 'Door', source });
    const access = await accessOf(owner, id);
    const heard = async () => [(await service.get(access)).withAudio, (await service.about(access)).unplayedSound];
    // Not seen yet: no viewer is notified that sound is missing.
    expect(await heard()).toEqual([true, undefined]);
    sound = { isPlayed: false, unplayed: 'MP2' };
    expect(await heard()).toEqual([false, 'MP2']);
    sound = { isPlayed: false, unplayed: undefined };
    expect(await heard()).toEqual([false, undefined]);
    sound = { isPlayed: true, unplayed: undefined };
    expect(await heard()).toEqual([true, undefined]);
    await insertGrant(database.db, id, viewer, { with_audio: 0 });
    expect((await service.get(await accessOf(viewer, id))).withAudio).toBe(false);
  });

  test('about: pictures that did not arrive whole are counted; a camera without any says nothing', async () => {
    const { id } = await service.create({ ownerId: owner, title: 'Door', source });
    const access = await accessOf(owner, id);
    const counted = async () => cameraAboutSchema.parse(await service.about(access)).damagedPictures;
    expect(await counted()).toBeUndefined();
    damagedPictures = 12;
    expect(await counted()).toBe(12);
  });

  test('about: the known facts of a camera; a viewer without full access gets nothing that identifies it elsewhere', async () => {
    const { id } = await service.create({
      ownerId: owner,
      title: 'Door',
      source: { kind: 'agent', serialNumber: 'ABCD-1', model: 'Doorbell 2' },
    });
    await insertGrant(database.db, id, viewer, { access: 'view' });
    const about = cameraAboutSchema.parse(await service.about(await accessOf(owner, id)));
    expect(about).toEqual({
      name: 'Door',
      model: 'Doorbell 2',
      firmwareVersion: null,
      serialNumber: 'ABCD-1',
      appVersion: null,
      deviceId: id,
      clockRate: null,
    });
    expect(await service.about(await accessOf(viewer, id))).toEqual({ ...about, serialNumber: null, deviceId: null });
    versions = { firmwareVersion: '1.2.3', appVersion: '0.4.0' };
    expect(await service.about(await accessOf(viewer, id))).toMatchObject(versions);
    const rtsp = await service.create({ ownerId: owner, title: 'Yard', source });
    expect(await service.about(await accessOf(owner, rtsp.id))).toMatchObject({
      name: 'Yard',
      model: null,
      serialNumber: null,
      deviceId: rtsp.id,
    });
    const access = await accessOf(owner, id);
    await service.remove(access);
    await expect(service.about(access)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('an unknown time zone becomes the default', async () => {
    expect(await service.create({ ownerId: owner, title: 'Yard', source, timeZone: 'Mars/Base' })).toMatchObject({
      timeZone: 'Europe/Moscow',
    });
  });

  test('every user lists the visible cameras, with their own rights', async () => {
    const first = await service.create({ ownerId: owner, title: 'A', source });
    clock.advance(1);
    const second = await service.create({ ownerId: owner, title: 'B', source });
    clock.advance(1);
    const own = await service.create({ ownerId: viewer, title: 'C', source });
    await insertGrant(database.db, second.id, viewer, { with_archive: 0, expires_at: clock.now() + 1000 });
    expect((await service.list(owner)).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect((await service.list(viewer)).map(({ id, isOwner, withArchive }) => [id, isOwner, withArchive])).toEqual([
      [second.id, false, false],
      [own.id, true, true],
    ]);
    clock.advance(1000);
    expect((await service.list(viewer)).map(({ id }) => id)).toEqual([own.id]);
  });

  test('a shared camera says what was granted, by whom, and which text to show over its picture', async () => {
    const { id } = await service.create({ ownerId: owner, title: 'A', source });
    expect(await service.get(await accessOf(owner, id))).toMatchObject({ grant: null, sharedBy: null, watermark: null });
    await insertGrant(database.db, id, viewer, { has_watermark: 1, archive_from: 7 });
    const [camera] = await service.list(viewer);
    expect(cameraSchema.parse(camera)).toEqual(camera);
    expect(camera).toMatchObject({
      grant: { access: 'view', archiveFrom: 7, archiveUntil: null, dailyWindow: null, hasWatermark: true, expiresAt: null },
      sharedBy: 'owner@example.com',
      watermark: 'viewer@example.com',
    });
  });

  test('outside of its hours a camera has neither picture nor sound', async () => {
    const { id } = await service.create({ ownerId: owner, title: 'A', source });
    previewAt = 1_800_000_000_000;
    hasSpeaker = true;
    // It is 15:00 in Moscow.
    await insertGrant(database.db, id, viewer, { access: 'full', daily_from: 60, daily_until: 120 });
    expect(await service.get(await accessOf(viewer, id))).toMatchObject({
      isFullAccess: true,
      previewUrl: null,
      previewAt: null,
      withAudio: false,
      withArchive: false,
      canTalk: false,
      grant: { dailyWindow: { fromMinutes: 60, untilMinutes: 120 } },
    });
  });

  test('the address of the preview changes with the picture', async () => {
    const { id } = await service.create({ ownerId: owner, title: 'A', source });
    previewAt = 1_800_000_000_000;
    expect(await service.get(await accessOf(owner, id))).toMatchObject({
      previewUrl: `/public/api/v3/cameras/${id}/preview.jpg?at=1800000000000`,
      previewAt: 1_800_000_000_000,
    });
  });

  test('removal by its owner deletes it with its grants and marks its footage for deletion; removal by a viewer ends only their access', async () => {
    const removed: string[] = [];
    service.onCameraRemoved((cameraId) => void removed.push(cameraId));
    const { id } = await service.create({ ownerId: owner, title: 'A', source });
    await insertGrant(database.db, id, viewer);
    await database.db.insertInto('segments').values({ camera_id: id, start_ms: 1, duration_ms: 1, size: 1, init_hash: 'h' }).execute();

    await service.remove(await accessOf(viewer, id));
    expect([await service.list(viewer), removed]).toEqual([[], []]);
    expect(await service.list(owner)).toHaveLength(1);

    await insertGrant(database.db, id, viewer);
    await service.remove(await accessOf(owner, id));
    expect(removed).toEqual([id]);
    for (const table of ['cameras', 'camera_grants'] as const)
      expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([]);
    // Half a million rows are not deleted in one statement: retention deletes them in batches.
    expect(await database.db.selectFrom('footage_removals').select('camera_id').execute()).toEqual([{ camera_id: id }]);
    expect(await database.db.selectFrom('segments').selectAll().execute()).toHaveLength(1);
  });
});

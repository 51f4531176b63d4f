import { listSoundDetections, updateSoundDetection } from '@watchpost/contract/endpoints/smart-events';
import { fillPath } from '@watchpost/contract/kernel';
import {
  listSoundDetectionsAnswer,
  soundDetectionSettingsSchema,
  type SoundDetectionSettings,
} from '@watchpost/contract/schemas/smart-events';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../../db/database.ts';
import {
  createDatabasePlace,
  createTestDatabase,
  describeDatabases,
  type DatabasePlace,
  type TestDatabase,
} from '../../../testing/databases.ts';
import { outcomeOf } from '../../../testing/partners/api-keys.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createSoundDetectionsService, type SoundDetectionsService } from './smart-events-sound-service.ts';

describeDatabases('sounds that are listened for', (engine) => {
  let database: TestDatabase;
  let service: SoundDetectionsService;
  let cameraId: string;
  let configured: Map<string, readonly SoundDetectionSettings[]>;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    configured = new Map();
    service = createSoundDetectionsService({
      db: database.db,
      sounds: {
        status: () => ({ analysis: { state: 'unavailable', reason: 'no-sound' }, isOverBudget: false }),
        configure: (id, settings) => void configured.set(id, settings),
        forget: (id) => void configured.delete(id),
      },
    });
    cameraId = await insertCamera(database.db, await insertCustomer(database.db, 'owner@example.com'));
  });
  afterEach(() => database.close());

  const all = { loudNoise: [false, 5], smokeAlarm: [false, 5], coAlarm: [false, 5] };
  const asRecord = (settings: readonly SoundDetectionSettings[] | undefined): object =>
    Object.fromEntries((settings ?? []).map(({ type, isEnabled, sensitivity }) => [type, [isEnabled, sensitivity]]));

  test('all are off at first; a change is kept and given on, and nothing else changes', async () => {
    await service.start(cameraId);
    expect(asRecord(configured.get(cameraId))).toEqual(all);
    expect(await service.update(cameraId, 'smokeAlarm', { isEnabled: true })).toEqual({
      type: 'smokeAlarm',
      isEnabled: true,
      sensitivity: 5,
    });
    expect(await service.update(cameraId, 'smokeAlarm', { sensitivity: 9 })).toEqual({
      type: 'smokeAlarm',
      isEnabled: true,
      sensitivity: 9,
    });
    expect(asRecord(configured.get(cameraId))).toEqual({ ...all, smokeAlarm: [true, 9] });
    const { analysis, detections } = await service.list(cameraId);
    expect([analysis, asRecord(detections)]).toEqual([
      { state: 'unavailable', reason: 'no-sound' },
      { ...all, smokeAlarm: [true, 9] },
    ]);
  });

  test('a camera that is stopped is not listened to, and its settings stay', async () => {
    await service.start(cameraId);
    service.stop(cameraId);
    await service.update(cameraId, 'loudNoise', { isEnabled: true });
    expect(configured.has(cameraId)).toBe(false);
    await service.start(cameraId);
    expect(asRecord(configured.get(cameraId))).toEqual({ ...all, loudNoise: [true, 5] });
  });
});

describeDatabases('sounds over HTTP', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let db: Db;

  beforeAll(async () => {
    place = await createDatabasePlace(engine);
    server = await startTestServer(place);
    db = openDatabase(locateDatabase(server.config));
  });
  afterAll(async () => {
    await db.destroy();
    await server.close();
    await place.remove();
  });

  test('everyone who sees the camera reads the settings; full access changes them', async () => {
    const signIn = async (): Promise<{ readonly customerId: string; readonly headers: Record<string, string> }> => {
      const customerId = await insertCustomer(db, `${crypto.randomUUID()}@example.com`);
      return { customerId, headers: { authorization: `Bearer ${await server.openSession(customerId)}` } };
    };
    const [owner, viewer] = [await signIn(), await signIn()];
    const id = await insertCamera(db, owner.customerId);
    await insertGrant(db, id, viewer.customerId);
    const update = (type: string, body: unknown, { headers } = owner) =>
      server.call({ ...updateSoundDetection, path: fillPath(updateSoundDetection.path, { id, type }) }, { headers, body });
    const changed = await update('smokeAlarm', { isEnabled: true, sensitivity: 8 });
    expect(soundDetectionSettingsSchema.parse(await changed.json())).toEqual({ type: 'smokeAlarm', isEnabled: true, sensitivity: 8 });
    const read = await server.call(
      { ...listSoundDetections, path: fillPath(listSoundDetections.path, { id }) },
      { headers: viewer.headers },
    );
    const { analysis, detections } = listSoundDetectionsAnswer.parse(await read.json());
    expect(analysis).toEqual({ state: 'unavailable', reason: 'offline' });
    expect(detections.map(({ type, isEnabled }) => `${type} ${isEnabled}`)).toEqual([
      'loudNoise false',
      'smokeAlarm true',
      'coAlarm false',
    ]);
    expect(await outcomeOf(update('smokeAlarm', { isEnabled: false }, viewer))).toBe('403 forbidden');
    expect(await outcomeOf(update('babyCry', { isEnabled: true }))).toBe('404 not-found');
    for (const body of [{}, { sensitivity: 11 }, { sensitivity: 2.5 }, { isEnabled: true, zones: [] }])
      expect(await outcomeOf(update('smokeAlarm', body))).toBe('422 invalid-request');
  });
});

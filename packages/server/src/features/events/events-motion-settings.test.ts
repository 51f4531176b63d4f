import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSeal } from '../../kernel/seal.ts';
import type { MotionSettings } from '../../media/detection/motion-model.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { insertCamera, insertCustomer } from '../../testing/people.ts';
import { createCamerasService } from '../cameras/index.ts';
import { createEventsService, type EventsDeps, type EventsService } from './events-service.ts';

const area = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 };

describeDatabases('settings of motion', (engine) => {
  let database: TestDatabase;
  let service: EventsService;
  let cameraId: string;
  let watched: Map<string, MotionSettings>;

  const open = (over: Partial<Pick<EventsDeps, 'db'>> = {}): EventsService => {
    const { db } = database;
    const clock = createManualClock(Date.UTC(2026, 0, 15, 12));
    const cameras = createCamerasService({
      db,
      clock,
      seal: createSeal(new Uint8Array(32).fill(5)),
      status: { status: () => ({ state: 'online', since: 5, reason: null }) },
      previews: { preview: () => null, read: async () => null },
      archiveDays: 7,
    });
    return createEventsService({
      db,
      clock,
      log: pino({ level: 'silent' }),
      // Settings write no pictures.
      folder: '/nonexistent',
      motion: { watch: (id, settings) => void watched.set(id, settings), forget: (id) => void watched.delete(id) },
      cameras,
      camerasIn: async () => new Set(),
      decode: async () => null,
      ...over,
    });
  };

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    watched = new Map();
    cameraId = await insertCamera(database.db, await insertCustomer(database.db, 'owner@example.com'));
    service = open();
  });
  afterEach(async () => {
    await service.close();
    await database.close();
  });

  test('settings: enabled by default, changed one by one, applied immediately', async () => {
    expect(await service.motionDetection(cameraId)).toEqual({ isEnabled: true, sensitivity: 6, areas: [] });
    await service.start(cameraId);
    expect(watched.get(cameraId)).toEqual({ sensitivity: 6, areas: [] });
    await Promise.all([
      service.updateMotionDetection(cameraId, { sensitivity: 9 }),
      service.updateMotionDetection(cameraId, { areas: [area] }),
    ]);
    expect(await service.motionDetection(cameraId)).toEqual({ isEnabled: true, sensitivity: 9, areas: [area] });
    expect(watched.get(cameraId)).toMatchObject({ sensitivity: 9, areas: [area] });
    await service.updateMotionDetection(cameraId, { isEnabled: false });
    expect(watched.has(cameraId)).toBe(false);
    await service.start(cameraId);
    expect(watched.has(cameraId)).toBe(false);
  });

  test('of two changes at once the detector has the newer, however late the older one is read', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: isRead, resolve: onRead } = Promise.withResolvers<void>();
    let reads = 0;
    const slow = open({
      db: database.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          if (result.rows.some((row) => 'sensitivity' in row) && ++reads === 1) {
            onRead();
            await held;
          }
          return result;
        },
      }),
    });
    const older = slow.updateMotionDetection(cameraId, { sensitivity: 3 });
    await isRead;
    const newer = slow.updateMotionDetection(cameraId, { sensitivity: 9 });
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    letGo();
    await Promise.all([older, newer]);
    expect(watched.get(cameraId)).toMatchObject({ sensitivity: 9 });
    await slow.close();
  });
});

import type { DetectionSettings } from '@watchpost/contract/schemas/smart-events';
import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import type { MotionSettings } from '../../media/detection/motion-model.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { insertCamera, insertCustomer } from '../../testing/people.ts';
import { createEventsService, type EventsService } from '../events/events-service.ts';
import { createSmartEventsOfMotion } from './smart-events-conflicts.ts';
import { createSmartEventsService, type SmartEventsService } from './smart-events-service.ts';

const line = { id: 'l1', name: 'Fence', from: { x: 0.1, y: 0.5 }, to: { x: 0.9, y: 0.5 }, direction: 'both' };
const zone = {
  id: 'z1',
  name: 'Gate',
  points: [
    { x: 0, y: 0 },
    { x: 0.5, y: 0 },
    { x: 0.5, y: 0.5 },
  ],
};
const area = { x: 0, y: 0, width: 0.5, height: 0.5 };

describeDatabases('smart events', (engine) => {
  let database: TestDatabase;
  let events: EventsService;
  let service: SmartEventsService;
  let cameraId: string;
  let motionWatched: Map<string, MotionSettings>;
  let configured: Map<string, readonly DetectionSettings[]>;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    const { db } = database;
    const clock = createManualClock(1_800_000_000_000);
    motionWatched = new Map();
    configured = new Map();
    events = createEventsService({
      db,
      clock,
      log: pino({ level: 'silent' }),
      folder: '/nowhere',
      motion: { watch: (id, settings) => void motionWatched.set(id, settings), forget: (id) => void motionWatched.delete(id) },
      cameras: { list: async () => [] },
      smartEvents: createSmartEventsOfMotion(db),
      camerasIn: async () => new Set(),
      decode: async () => null,
    });
    service = createSmartEventsService({
      db,
      events,
      objects: {
        status: () => ({ engine: { state: 'unavailable', reason: 'not-installed' }, isOverBudget: false }),
        configure: (id, settings) => void configured.set(id, settings),
        forget: (id) => void configured.delete(id),
      },
    });
    events.onMotionDetection((id) => void service.apply(id));
    cameraId = await insertCamera(db, await insertCustomer(db, 'owner@example.com'));
    await events.start(cameraId);
    await service.start(cameraId);
  });
  afterEach(async () => {
    await events.close();
    await database.close();
  });

  const outcome = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => (error instanceof AppError ? [error.code, error.details] : error));
  const enabled = async (): Promise<string[]> => {
    const { detections, isMotionEnabled } = await service.list(cameraId);
    return [...(isMotionEnabled ? ['motion'] : []), ...detections.filter(({ isEnabled }) => isEnabled).map(({ type }) => type)];
  };
  const given = (): string[] => (configured.get(cameraId) ?? []).filter(({ isEnabled }) => isEnabled).map(({ type }) => type);

  test('a camera has all detections, turned off, and none is found without the recognition of objects', async () => {
    const { engine: recognition, detections } = await service.list(cameraId);
    expect(recognition).toEqual({ state: 'unavailable', reason: 'not-installed' });
    expect(detections.map(({ type }) => type)).toEqual(['human', 'vehicle', 'lineCrossing', 'intrusion']);
    expect([await enabled(), configured.get(cameraId)]).toEqual([['motion'], detections]);
  });

  test('settings are kept, and each change keeps the others', async () => {
    await service.update(cameraId, 'human', { isEnabled: true, zones: [zone] });
    await Promise.all([
      service.update(cameraId, 'human', { confidence: 0.8 }),
      service.update(cameraId, 'human', { scene: 'indoor' }),
      service.update(cameraId, 'vehicle', { isEnabled: true }),
    ]);
    const [human] = (await service.list(cameraId)).detections;
    expect(human).toEqual({
      type: 'human',
      isEnabled: true,
      confidence: 0.8,
      threshold: 0.6,
      sensitivity: 6,
      scene: 'indoor',
      zones: [zone],
    });
    expect([await enabled(), given(), configured.get(cameraId)?.[0]]).toEqual([
      ['motion', 'human', 'vehicle'],
      ['human', 'vehicle'],
      human,
    ]);
  });

  test('a type takes only what it has; a large zone is refused with its name', async () => {
    expect(await outcome(service.update(cameraId, 'lineCrossing', { zones: [] }))).toMatchObject([
      'invalid-request',
      { fields: [{ message: expect.stringContaining('zones') }, {}] },
    ]);
    const corners = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
      { x: 0, y: 1 },
    ];
    expect(await outcome(service.update(cameraId, 'intrusion', { zones: [{ ...zone, points: corners }] }))).toMatchObject([
      'invalid-request',
      { fields: [{ field: 'zones.0.points', message: expect.stringMatching(/^Too large: .*“Gate”/) }] },
    ]);
  });

  test.each(['lineCrossing', 'intrusion'] as const)(
    '%s does not run beside motion: one is turned off and keeps its settings',
    async (type) => {
      await events.updateMotionDetection(cameraId, { areas: [area] });
      const change = type === 'lineCrossing' ? { lines: [line] } : { zones: [zone], dwellSeconds: 5 };
      expect(await outcome(service.update(cameraId, type, { ...change, isEnabled: true }))).toEqual([
        'detection-conflict',
        { conflicts: ['motion'] },
      ]);
      expect(await enabled()).toEqual(['motion']);

      await service.update(cameraId, type, { ...change, isEnabled: true, turnOff: ['motion'] });
      expect([await enabled(), given()]).toEqual([[type], [type]]);
      expect(await events.motionDetection(cameraId)).toMatchObject({ isEnabled: false, areas: [area] });

      expect(await outcome(events.updateMotionDetection(cameraId, { isEnabled: true }))).toEqual([
        'detection-conflict',
        { conflicts: [type] },
      ]);
      await events.updateMotionDetection(cameraId, { sensitivity: 3 });
      await events.updateMotionDetection(cameraId, { isEnabled: true, turnOff: [type] });
      await expect.poll(given).toEqual([]);
      expect(await enabled()).toEqual(['motion']);
      expect((await service.list(cameraId)).detections.find((one) => one.type === type)).toMatchObject(change);
    },
  );

  test('a conflict is found whichever of two calls comes first', async () => {
    await service.update(cameraId, 'human', { turnOff: ['motion'] });
    const outcomes = await Promise.all([
      outcome(service.update(cameraId, 'lineCrossing', { isEnabled: true })),
      outcome(events.updateMotionDetection(cameraId, { isEnabled: true })),
    ]);
    expect(outcomes.filter((one) => Array.isArray(one))).toHaveLength(1);
    expect(await enabled()).toHaveLength(1);
  });

  test('motion that is not reported is analysed while a smart event is enabled, and makes no event', async () => {
    const motion = { cameraId, area, picture: new Uint8Array([1]) };
    events.onMotion({ ...motion, kind: 'began', at: 1_800_000_000_000 });
    await service.update(cameraId, 'lineCrossing', { isEnabled: true, turnOff: ['motion'] });
    expect(motionWatched.get(cameraId)).toEqual({ sensitivity: 6, areas: [] });
    events.onMotion({ kind: 'ended', cameraId, beganAt: 1_800_000_000_000, at: 1_800_000_001_000 });
    events.onMotion({ ...motion, kind: 'began', at: 1_800_000_002_000 });
    await service.update(cameraId, 'lineCrossing', { isEnabled: false });
    expect(motionWatched.has(cameraId)).toBe(false);
    await events.close();
    const stored = await database.db.selectFrom('events').select(['start_ms', 'end_ms']).execute();
    expect(stored).toEqual([{ start_ms: 1_800_000_000_000, end_ms: 1_800_000_000_000 }]);
  });

  test('a camera that is suspended is not recognised again by a change; a removed one leaves nothing', async () => {
    service.stop(cameraId);
    await service.update(cameraId, 'human', { isEnabled: true });
    expect(configured.size).toBe(0);
    await service.start(cameraId);
    expect(given()).toEqual(['human']);
    await database.db.deleteFrom('cameras').where('id', '=', cameraId).execute();
    expect(await database.db.selectFrom('detections').selectAll().execute()).toEqual([]);
  });
});

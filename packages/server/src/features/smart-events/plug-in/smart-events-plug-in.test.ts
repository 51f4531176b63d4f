import { listPlugInDetections, updatePlugInDetection } from '@watchpost/contract/endpoints/smart-events';
import { fillPath } from '@watchpost/contract/kernel';
import type { PlugInDetectionType } from '@watchpost/contract/protocols/detection';
import { listPlugInDetectionsAnswer, type DetectionEngine, type PlugInDetectionSettings } from '@watchpost/contract/schemas/smart-events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { locateDatabase, openDatabase } from '../../../db/database.ts';
import { createDatabasePlace, createTestDatabase, describeDatabases, type TestDatabase } from '../../../testing/databases.ts';
import { outcomeOf } from '../../../testing/partners/api-keys.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../../testing/people.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import { createPlugInDetectionsService } from './smart-events-plug-in-service.ts';

describeDatabases('what the operator’s own detector finds', (engine) => {
  let database: TestDatabase;
  let cameraId: string;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    cameraId = await insertCamera(database.db, await insertCustomer(database.db, 'owner@example.com'));
  });
  afterEach(() => database.close());

  const setUp = (finds: readonly PlugInDetectionType[] | null) => {
    const seen = new Map<string, readonly PlugInDetectionSettings[]>();
    const heard = new Map<string, readonly PlugInDetectionSettings[]>();
    const engineOf = (type: PlugInDetectionType): DetectionEngine =>
      type === 'fire' ? { state: 'failing', reason: 'not-found', since: 5 } : { state: 'ready' };
    const service = createPlugInDetectionsService({
      db: database.db,
      plugIn: finds && { finds: () => finds, engineOf },
      objects: { configureFindings: (id, settings) => void seen.set(id, settings) },
      sounds: { configureFindings: (id, settings) => void heard.set(id, settings) },
    });
    return { service, seen, heard };
  };

  test('only that is offered, each with whether it works; a change is kept and given on', async () => {
    const { service, seen, heard } = setUp(['fire', 'babyCry']);
    const off = { isEnabled: false, confidence: 0.6 };
    expect(await service.list(cameraId)).toEqual({
      detections: [
        { type: 'fire', ...off, engine: { state: 'failing', reason: 'not-found', since: 5 } },
        { type: 'babyCry', ...off, engine: { state: 'ready' } },
      ],
    });
    await service.start(cameraId);
    expect([seen.get(cameraId), heard.get(cameraId)]).toEqual([[], []]);
    const fire = { type: 'fire', isEnabled: true, confidence: 0.6 };
    expect(await service.update(cameraId, 'fire', { isEnabled: true })).toEqual(fire);
    await service.update(cameraId, 'babyCry', { isEnabled: true });
    const cry = { type: 'babyCry', isEnabled: true, confidence: 0.75 };
    expect(await service.update(cameraId, 'babyCry', { confidence: 0.75 })).toEqual(cry);
    expect([seen.get(cameraId), heard.get(cameraId)]).toEqual([[fire], [cry]]);
    service.stop(cameraId);
    await service.update(cameraId, 'fire', { isEnabled: false });
    expect(seen.get(cameraId)).toEqual([fire]);
  });

  test('without a detector nothing is offered, and nobody is asked to look', async () => {
    const { service, seen } = setUp(null);
    await service.update(cameraId, 'fire', { isEnabled: true });
    await service.start(cameraId);
    expect([await service.list(cameraId), seen.size]).toEqual([{ detections: [] }, 0]);
  });

  test('over HTTP', async () => {
    const place = await createDatabasePlace(engine);
    const server = await startTestServer(place);
    const db = openDatabase(locateDatabase(server.config));
    const signIn = async (): Promise<{ readonly customerId: string; readonly headers: Record<string, string> }> => {
      const customerId = await insertCustomer(db, `${crypto.randomUUID()}@example.com`);
      return { customerId, headers: { authorization: `Bearer ${await server.openSession(customerId)}` } };
    };
    const [owner, viewer] = [await signIn(), await signIn()];
    const id = await insertCamera(db, owner.customerId);
    await insertGrant(db, id, viewer.customerId);
    const update = (type: string, body: unknown, { headers } = owner) =>
      server.call({ ...updatePlugInDetection, path: fillPath(updatePlugInDetection.path, { id, type }) }, { headers, body });
    expect(await (await update('smoke', { isEnabled: true, confidence: 0.8 })).json()).toEqual({
      type: 'smoke',
      isEnabled: true,
      confidence: 0.8,
    });
    const path = fillPath(listPlugInDetections.path, { id });
    const read = await server.call({ ...listPlugInDetections, path }, { headers: viewer.headers });
    // This server has no such detector.
    expect(listPlugInDetectionsAnswer.parse(await read.json())).toEqual({ detections: [] });
    expect(await outcomeOf(update('smoke', { isEnabled: false }, viewer))).toBe('403 forbidden');
    expect(await outcomeOf(update('human', { isEnabled: true }))).toBe('404 not-found');
    for (const body of [{}, { confidence: 1.1 }, { isEnabled: true, zones: [] }])
      expect(await outcomeOf(update('smoke', body))).toBe('422 invalid-request');
    await db.destroy();
    await server.close();
    await place.remove();
  });
});

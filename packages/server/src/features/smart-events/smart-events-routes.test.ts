import { listDetections, updateDetection } from '@watchpost/contract/endpoints/smart-events';
import { fillPath } from '@watchpost/contract/kernel';
import { detectionSettingsSchema, listDetectionsAnswer } from '@watchpost/contract/schemas/smart-events';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../testing/databases.ts';
import { outcomeOf } from '../../testing/partners/api-keys.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describeDatabases('smart events over HTTP', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let db: Db;
  let owner: Record<string, string>;
  let viewer: Record<string, string>;
  let id: string;

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
  beforeEach(async () => {
    const signIn = async (): Promise<{ readonly customerId: string; readonly headers: Record<string, string> }> => {
      const customerId = await insertCustomer(db, `${crypto.randomUUID()}@example.com`);
      return { customerId, headers: { authorization: `Bearer ${await server.openSession(customerId)}` } };
    };
    const [of, at] = [await signIn(), await signIn()];
    [owner, viewer] = [of.headers, at.headers];
    id = await insertCamera(db, of.customerId);
    await insertGrant(db, id, at.customerId);
  });

  const list = (headers: Record<string, string>) =>
    server.call({ ...listDetections, path: fillPath(listDetections.path, { id }) }, { headers });
  const update = (type: string, body: unknown, headers = owner) =>
    server.call({ ...updateDetection, path: fillPath(updateDetection.path, { id, type }) }, { headers, body });

  test('everyone who sees the camera reads the settings; full access changes them', async () => {
    const changed = await update('human', { isEnabled: true, sensitivity: 9 });
    expect(detectionSettingsSchema.parse(await changed.json())).toMatchObject({ type: 'human', isEnabled: true, sensitivity: 9 });
    const { detections } = listDetectionsAnswer.parse(await (await list(viewer)).json());
    expect(detections.map(({ type, isEnabled }) => `${type} ${isEnabled}`)).toEqual([
      'human true',
      'vehicle false',
      'lineCrossing false',
      'intrusion false',
    ]);
    expect(await outcomeOf(update('human', { isEnabled: 'yes' }, viewer))).toBe('403 forbidden');
    expect(await outcomeOf(update('cat', { isEnabled: true }))).toBe('404 not-found');
    expect(await outcomeOf(update('human', { isEnabled: 'yes' }))).toBe('422 invalid-request');
    expect(await outcomeOf(update('human', { dwellSeconds: 3 }))).toBe('422 invalid-request');
  });

  test('a conflict names what must be turned off, in the caller’s language', async () => {
    const refused = await update('intrusion', { isEnabled: true }, { ...owner, 'accept-language': 'ru' });
    expect([refused.status, await refused.json()]).toEqual([
      409,
      {
        error: {
          code: 'detection-conflict',
          message: expect.stringContaining('не могут работать на камере одновременно'),
          details: { conflicts: ['motion'] },
        },
      },
    ]);
    expect((await update('intrusion', { isEnabled: true, turnOff: ['motion'] })).status).toBe(200);
    expect(listDetectionsAnswer.parse(await (await list(owner)).json()).isMotionEnabled).toBe(false);
  });
});

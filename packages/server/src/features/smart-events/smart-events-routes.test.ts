import { listDetections, replayDetection, testDetection, updateDetection } from '@watchpost/contract/endpoints/smart-events';
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

  const tryOut = (body: unknown, headers = owner) =>
    server.call({ ...testDetection, path: fillPath(testDetection.path, { id, type: 'human' }) }, { headers, body });
  const replay = (range: string, headers = owner) =>
    server.call({ ...replayDetection, path: `${fillPath(replayDetection.path, { id, type: 'human' })}?${range}` }, { headers, body: {} });
  /** The next line of an answer that goes on. */
  const lineOf = async (response: Response): Promise<unknown> => {
    const reader = response.body?.getReader();
    const read = await reader?.read();
    reader?.releaseLock();
    return JSON.parse(new TextDecoder().decode(read?.value).split('\n')[0] ?? '');
  };
  const isReady = async (): Promise<boolean> => listDetectionsAnswer.parse(await (await list(owner)).json()).engine.state === 'ready';

  test('only full access tries settings, and what can’t be saved can’t be tried', async () => {
    expect((await tryOut({}, viewer)).status).toBe(403);
    const crossed = [
      {
        id: 'z1',
        name: 'Yard',
        points: [
          { x: 0, y: 0 },
          { x: 1, y: 1 },
          { x: 1, y: 0 },
          { x: 0, y: 1 },
        ],
      },
    ];
    const refused = await tryOut({ zones: crossed });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(await refused.json())).toContain('zones');
    expect((await tryOut({ isEnabled: true })).status).toBe(422);
    expect((await replay('from=0&to=172800001')).status).toBe(422);
    expect((await replay('from=5&to=5')).status).toBe(422);
    expect((await replay('from=0&to=1000', viewer)).status).toBe(403);
  });

  test('a test goes on until it is replaced by another one of the same user, and changes nothing', async () => {
    if (!(await isReady())) return;
    const first = await tryOut({ sensitivity: 9 });
    expect([first.status, first.headers.get('content-type'), first.headers.get('x-accel-buffering')]).toEqual([
      200,
      'application/x-ndjson',
      'no',
    ]);
    expect(await lineOf(first)).toEqual({ kind: 'alive', isOverBudget: false });
    const second = await tryOut({});
    expect(await lineOf(first)).toEqual({ kind: 'ended', reason: 'replaced' });
    expect(await lineOf(second)).toMatchObject({ kind: 'alive' });
    await second.body?.cancel();
    const { detections } = listDetectionsAnswer.parse(await (await list(owner)).json());
    expect(detections.find(({ type }) => type === 'human')).toMatchObject({ isEnabled: false, sensitivity: 6 });
  });

  test('a camera without recordings has nothing to be looked through', async () => {
    if (!(await isReady())) return;
    const answer = await replay('from=0&to=1000');
    expect((await answer.text()).trim()).toBe('{"kind":"ended","reason":"no-footage"}');
  });
});

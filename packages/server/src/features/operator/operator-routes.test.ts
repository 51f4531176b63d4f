import { removeCamera } from '@watchpost/contract/endpoints/cameras';
import {
  changeOperatorSetting,
  exportAuditLog,
  getAuditLog,
  getOperator,
  getOperatorOverview,
  getOperatorSettings,
} from '@watchpost/contract/endpoints/operator';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { auditLogPageSchema, operatorOverviewSchema, operatorSchema, operatorSettingsSchema } from '@watchpost/contract/schemas/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../testing/databases.ts';
import { insertCamera } from '../../testing/people.ts';
import { startTestServer, type TestServer, type TestSession } from '../../testing/test-server.ts';

const errorSchema = z.object({ error: z.object({ code: z.string() }) });

describeDatabases('the operator’s calls', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let db: Db;
  // Anna is the first who signs in, which makes nobody an operator.
  let anna: TestSession;
  let operator: TestSession;

  beforeAll(async () => {
    place = await createDatabasePlace(engine);
    server = await startTestServer({ dataDir: place.dataDir, databaseUrl: place.databaseUrl, operators: ['operator@example.com'] });
    db = openDatabase(locateDatabase(server.config));
    anna = await server.signIn('anna@example.com');
    operator = await server.signIn('operator@example.com');
  }, 60_000);
  afterAll(async () => {
    await db.destroy();
    await server.close();
    await place.remove();
  });

  const call = (endpoint: Pick<Endpoint, 'method'> & { path: string }, session: TestSession) =>
    server.call(endpoint, { headers: session.headers });

  test('anyone may ask whether they are one; everything else is refused before the query is validated', async () => {
    expect(operatorSchema.parse(await (await call(getOperator, anna)).json())).toEqual({ isOperator: false });
    expect(operatorSchema.parse(await (await call(getOperator, operator)).json())).toEqual({ isOperator: true });
    for (const { path } of [getOperatorOverview, getAuditLog, exportAuditLog, { path: `${getAuditLog.path}?kind=nonsense` }]) {
      const answer = await call({ method: 'GET', path }, anna);
      expect([answer.status, errorSchema.parse(await answer.json()).error.code]).toEqual([403, 'forbidden']);
      expect((await server.call({ method: 'GET', path })).status).toBe(401);
    }
    expect((await call({ method: 'GET', path: `${getAuditLog.path}?kind=nonsense` }, operator)).status).toBe(422);
  });

  test('the overview is complete, and stored nowhere', async () => {
    const answer = await call(getOperatorOverview, operator);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const { people, server: about, storage } = operatorOverviewSchema.parse(await answer.json());
    expect([people.accounts, people.newThisWeek, about.isEveryoneOperator]).toEqual([2, 2, false]);
    expect(about.database).toBe(engine);
    expect(storage.totalBytes).toBeGreaterThan(storage.freeBytes);
  });

  test('the audit log has sign-ins of operators only, and whatever succeeded, by name', async () => {
    const cameraId = await insertCamera(db, anna.customer_id, { title: 'Yard' });
    const remove = { method: removeCamera.method, path: fillPath(removeCamera.path, { id: cameraId }) };
    // Not hers to remove: nothing happened.
    expect((await call(remove, operator)).status).toBe(404);
    expect((await call(remove, anna)).ok).toBe(true);
    const { entries } = auditLogPageSchema.parse(await (await call(getAuditLog, operator)).json());
    expect(entries.map(({ kind, actor, subject }) => [kind, actor?.email, subject])).toEqual([
      ['camera-removed', 'anna@example.com', { id: cameraId, name: 'Yard' }],
      ['operator-signed-in', 'operator@example.com', null],
    ]);
    const csv = await call(exportAuditLog, operator);
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
    expect((await csv.text()).split('\r\n')).toHaveLength(4);
  });

  test('a setting changes without a restart, for operators only; the log says to what', async () => {
    const put = (session: TestSession, body: unknown) =>
      server.call(
        { method: changeOperatorSetting.method, path: fillPath(changeOperatorSetting.path, { name: 'signUp' }) },
        { headers: session.headers, body },
      );
    const refused = await put(anna, { nonsense: true });
    expect([refused.status, errorSchema.parse(await refused.json()).error.code]).toEqual([403, 'forbidden']);
    expect((await call(getOperatorSettings, anna)).status).toBe(403);
    expect((await put(operator, { value: 'nobody, really' })).status).toBe(422);
    expect((await put(operator, { value: 'closed' })).ok).toBe(true);
    const { settings } = operatorSettingsSchema.parse(await (await call(getOperatorSettings, operator)).json());
    expect(settings.find(({ name }) => name === 'signUp')).toMatchObject({ value: 'closed', origin: 'page', startValue: 'open' });
    expect((await put(operator, { value: null })).ok).toBe(true);
    const { entries } = auditLogPageSchema.parse(await (await call(getAuditLog, operator)).json());
    const changes = entries.filter(({ kind }) => kind === 'setting-changed');
    expect(changes.map(({ actor, subject }) => [actor?.email, subject])).toEqual([
      ['operator@example.com', { id: 'signUp', name: null }],
      ['operator@example.com', { id: 'signUp', name: 'closed' }],
    ]);
  });
});

import {
  createOrder,
  listPlans,
  listPlanVersions,
  listSubscriptions,
  previewInvoice,
  putPlan,
  retirePlan,
} from '@watchpost/contract/endpoints/billing';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { planListSchema, planVersionListSchema, planVersionSchema, subscriptionListSchema } from '@watchpost/contract/schemas/billing';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { locateDatabase, openDatabase, type Db } from '../../../db/database.ts';
import { examplePlans } from '../../../testing/billing/example-plans.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../../testing/databases.ts';
import { insertCamera } from '../../../testing/people.ts';
import { startTestServer, type TestServer, type TestSession } from '../../../testing/test-server.ts';

const errorSchema = z.object({ error: z.object({ code: z.string() }) });
const operator = 'operator@example.com';
const plan = { name: { en: '14 days', ru: '14 дней' }, period: 'Monthly', price: 39_900, archiveDays: 14 };
const of = ({ method, path }: Endpoint, id: string) => ({ method, path: fillPath(path, { id }) });

describeDatabases('the operator’s plans, on all servers of a database', (engine) => {
  let place: DatabasePlace;
  let otherFolder: string;
  let servers: readonly [TestServer, TestServer];
  let db: Db;
  let sessions: { readonly owner: TestSession; readonly anna: TestSession };
  let annaCamera: string;

  beforeAll(async () => {
    place = await createDatabasePlace(engine);
    const plansFile = join(place.dataDir, 'plans.json');
    writeFileSync(plansFile, JSON.stringify(examplePlans));
    const settings = { dataDir: place.dataDir, databaseUrl: place.databaseUrl, plansFile, operators: [operator], secret: 's'.repeat(32) };
    const first = await startTestServer(settings);
    db = openDatabase(locateDatabase(first.config));
    sessions = { owner: await first.signIn(operator), anna: await first.signIn('anna@example.com') };
    annaCamera = await insertCamera(db, sessions.anna.customer_id);
    otherFolder = await mkdtemp(join(tmpdir(), 'watchpost-other-server-'));
    // A file of SQLite belongs to one server.
    servers = [first, engine === 'sqlite' ? first : await startTestServer({ ...settings, dataDir: otherFolder })];
  }, 60_000);
  afterAll(async () => {
    await db.destroy();
    for (const server of new Set(servers)) await server.close();
    await rm(otherFolder, { recursive: true, force: true });
    await place.remove();
  });

  const call = (node: 0 | 1, endpoint: { method: Endpoint['method']; path: string }, who: 'owner' | 'anna', body?: unknown) =>
    servers[node].call(endpoint, {
      headers: { ...sessions[who].headers, 'idempotency-key': randomUUID() },
      ...(body !== undefined && { body }),
    });
  const errorOf = async (response: Response) => [response.status, errorSchema.parse(await response.json()).error.code];
  const sold = async (node: 0 | 1) =>
    planListSchema.parse(await (await call(node, listPlans, 'anna')).json()).map(({ id, name, price }) => [id, name, price]);
  const versions = async (key: string) =>
    planVersionListSchema.parse(await (await call(1, listPlanVersions, 'owner')).json()).filter((version) => version.plan === key);

  test('are changed by operators only, who are asked for before anything is validated', async () => {
    for (const endpoint of [of(putPlan, 'Not A Key'), of(putPlan, 'week'), of(putPlan, 'new')])
      for (const body of [plan, { price: 'free' }])
        expect(await errorOf(await call(0, endpoint, 'anna', body))).toEqual([403, 'forbidden']);
    for (const endpoint of [listPlanVersions, of(retirePlan, 'week'), of(retirePlan, 'unknown')])
      expect(await errorOf(await call(0, endpoint, 'anna'))).toEqual([403, 'forbidden']);
    for (const endpoint of [listPlanVersions, of(putPlan, 'new'), of(retirePlan, 'week')])
      expect((await servers[0].call(endpoint)).status).toBe(401);
    expect(await versions('new')).toEqual([]);
  });

  test.each([
    ['new', { ...plan, price: 10.005 }],
    ['new', { ...plan, price: -1 }],
    ['new', { ...plan, price: 2 ** 53 }],
    ['new', { ...plan, price: 1_000_000_001 }],
    ['new', { ...plan, archiveDays: 0 }],
    ['new', { ...plan, period: 'Yearly' }],
    ['new', { ...plan, name: { en: 'Two weeks' } }],
    ['new', { ...plan, endDate: '2027-02-30' }],
    ['new', { ...plan, currency: 'EUR' }],
  ])('%s is not stored as %o', async (key, body) => {
    expect(await errorOf(await call(0, of(putPlan, key), 'owner', body))).toEqual([422, 'invalid-request']);
  });

  test.each(['trial', 'With-Capitals', '-dash', 'a'.repeat(49)])('%s is no id of a plan', async (key) => {
    expect(await errorOf(await call(0, of(putPlan, key), 'owner', plan))).toEqual([404, 'not-found']);
  });

  test('a plan of the plans file says so, and only the file changes it', async () => {
    expect(await versions('week')).toMatchObject([{ id: 'week.1', source: 'file', isOnSale: true, price: 29_900, endDate: null }]);
    expect(await errorOf(await call(0, of(putPlan, 'week'), 'owner', plan))).toEqual([409, 'plan-on-file']);
    expect(await errorOf(await call(0, of(retirePlan, 'week'), 'owner'))).toEqual([409, 'plan-on-file']);
    expect(await versions('week')).toMatchObject([{ id: 'week.1', isOnSale: true }]);
  });

  test('what is changed on one server is sold by the other at once; what was bought stays as bought', async () => {
    expect(await (await call(0, of(putPlan, 'fortnight'), 'owner', plan)).json()).toMatchObject({
      id: 'fortnight.1',
      source: 'call',
      currency: 'RUB',
      isHd: true,
      isOnSale: true,
      cameras: 0,
    });
    expect(await sold(1)).toContainEqual(['fortnight.1', '14 days', 39_900]);

    // A plan of which Anna has the first version.
    const first = [{ cameraId: annaCamera, planId: 'fortnight.1' }];
    const another = await insertCamera(db, sessions.anna.customer_id);
    await call(1, listSubscriptions, 'anna');
    await db.updateTable('subscriptions').set({ plan_id: 'fortnight.1', paid: 39_900 }).where('camera_id', '=', annaCamera).execute();
    expect(await (await call(1, of(putPlan, 'fortnight'), 'owner', { ...plan, price: 44_900 })).json()).toMatchObject({
      id: 'fortnight.2',
      version: 2,
    });
    expect(
      (await versions('fortnight')).map(({ id, isOnSale, retiredAt, cameras }) => [id, isOnSale, retiredAt !== null, cameras]),
    ).toEqual([
      ['fortnight.1', false, true, 1],
      ['fortnight.2', true, false, 0],
    ]);
    const subscriptions = subscriptionListSchema.parse(await (await call(0, listSubscriptions, 'anna')).json());
    expect(subscriptions.find(({ cameraId }) => cameraId === annaCamera)).toMatchObject({ plan: { id: 'fortnight.1', price: 39_900 } });
    expect((await call(0, previewInvoice, 'anna', { cameraPlans: first })).status).toBe(200);

    // A buyer who still sees the old version is shown what the new one costs, on both servers.
    const old = { cameraPlans: [{ cameraId: another, planId: 'fortnight.1' }] };
    const preview = { toPay: 44_900, items: [{ cameraId: another, planId: 'fortnight.2', price: 44_900 }] };
    for (const node of [0, 1] as const) {
      const dryRun = await call(node, previewInvoice, 'anna', old);
      expect([dryRun.status, await dryRun.json()]).toMatchObject([
        409,
        { error: { code: 'plan-outdated', message: 'Plan is outdated', details: { preview } } },
      ]);
      const order = await call(node, createOrder, 'anna', { ...old, expectedToPay: 39_900 });
      expect([order.status, await order.json()]).toMatchObject([409, { error: { code: 'plan-outdated', details: { preview } } }]);
    }
    const agreed = { cameraPlans: [{ cameraId: another, planId: 'fortnight.2' }], expectedToPay: 44_900 };
    expect((await call(1, createOrder, 'anna', agreed)).status).toBe(201);

    // A name is changed in place, and what was once sold comes back as it was.
    await call(0, of(putPlan, 'fortnight'), 'owner', { ...plan, name: { en: 'A fortnight', ru: 'Две недели' } });
    expect(await sold(1)).toContainEqual(['fortnight.1', 'A fortnight', 39_900]);
    expect((await versions('fortnight')).map(({ id, isOnSale }) => [id, isOnSale])).toEqual([
      ['fortnight.1', true],
      ['fortnight.2', false],
    ]);
  });

  test('a plan is sold until the end of its last day, or until its sale is ended', async () => {
    await call(0, of(putPlan, 'winter'), 'owner', { ...plan, endDate: '2020-02-29' });
    expect(await versions('winter')).toMatchObject([{ endDate: '2020-02-29', isOnSale: false, retiredAt: null }]);
    await call(0, of(putPlan, 'winter'), 'owner', { ...plan, endDate: '9999-12-31' });
    expect(await sold(1)).toContainEqual(['winter.1', '14 days', 39_900]);
    expect((await call(1, of(retirePlan, 'winter'), 'owner')).status).toBe(204);
    expect(await sold(0)).not.toContainEqual(['winter.1', '14 days', 39_900]);
    expect(await errorOf(await call(0, of(retirePlan, 'winter'), 'owner'))).toEqual([404, 'not-found']);
    const ended = { cameraPlans: [{ cameraId: annaCamera, planId: 'winter.1' }] };
    const answer = await call(0, previewInvoice, 'anna', ended);
    expect(await answer.json()).toEqual({ error: { code: 'plan-outdated', message: 'Plan is outdated' } });
  });

  test('two servers that store other prices of one plan at once keep both as versions, and sell one', async () => {
    const prices = Array.from({ length: 8 }, (_, index) => 10_000 + index);
    const answers = await Promise.all(
      prices.map((price, index) => call(index % 2 === 0 ? 0 : 1, of(putPlan, 'race'), 'owner', { ...plan, price })),
    );
    expect(answers.map(({ status }) => status)).toEqual(prices.map(() => 200));
    const stored = await Promise.all(answers.map(async (answer) => planVersionSchema.parse(await answer.json())));
    expect(stored.map(({ price }) => price)).toEqual(prices);
    const found = await versions('race');
    expect(found.map(({ version }) => version)).toEqual(prices.map((_, index) => index + 1));
    for (const { id, price } of stored) expect(found.find((version) => version.id === id)?.price).toBe(price);
    expect(found.filter(({ isOnSale }) => isOnSale)).toHaveLength(1);
  });
});

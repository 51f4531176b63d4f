import { createInvite, listCameraInvites, listInvites } from '@watchpost/contract/endpoints/sharing';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { inviteSchema } from '@watchpost/contract/schemas/sharing';
import { readFileSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import type { CameraGrantsTable } from '../../db/sharing-tables.ts';
import { loadKeys } from '../../kernel/keys.ts';
import { createTokens, inviteTokenOf } from '../../kernel/tokens.ts';
import { examplePlans } from '../billing/example-plans.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../databases.ts';
import { insertCamera, insertDevice, viewGrantRow } from '../people.ts';
import { plainOptions } from '../sharing-scene.ts';
import { botToken } from '../telegram/bot-api-double.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { requests } from './authorization-requests.ts';
import { actors, type Actor, type Attempt, type LiveCamera } from './authorization-scene.ts';
import { waitForLiveCamera } from '../live-camera.ts';

interface Row {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly expected: Readonly<Record<Actor, number>>;
}

const [, ...lines] = readFileSync(join(import.meta.dirname, './authorization-matrix.csv'), 'utf8')
  .trim()
  .split('\n');
const rows: Row[] = lines.map((line) => {
  const [method = '', path = '', ...cells] = line.split(',');
  const expected = Object.fromEntries(actors.map((actor, index) => [actor, Number(cells[index])])) as Record<Actor, number>;
  return { name: `${method} ${path}`, method, path, expected };
});
/** Runs last, because it deletes the account. */
const last = 'DELETE /public/api/v2/cameraphone/customers/';
rows.sort((a, b) => Number(a.name === last) - Number(b.name === last));

/** What each actor has of the owner's camera, beside a view of it; S and R have none, X has an expired one. */
const grants: readonly (readonly [actor: Actor, over: Partial<CameraGrantsTable>])[] = [
  ['V', {}],
  ['Vna', { with_archive: 0 }],
  ['Vnu', { with_audio: 0 }],
  ['F', { access: 'full' }],
  ['X', { expires_at: 1 }],
  ['RP', {}],
];

/** Inserts them in one statement: every call of the matrix is made to a camera of its own. */
async function insertGrants(db: Db, cameraId: string, customers: ReadonlyMap<Actor, string>): Promise<void> {
  const rowsOfCamera = grants.map(([actor, over]) => ({
    camera_id: cameraId,
    customer_id: customers.get(actor) ?? '',
    ...viewGrantRow,
    ...over,
  }));
  await db.insertInto('camera_grants').values(rowsOfCamera).execute();
}

describeDatabases('authorization matrix', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let db: Db;
  let live: LiveCamera;
  const customers = new Map<Actor, string>();
  const bearers = new Map<Actor, string>();

  beforeAll(async () => {
    place = await createDatabasePlace(engine);
    const plansFile = join(place.dataDir, 'plans.json');
    writeFileSync(plansFile, JSON.stringify(examplePlans));
    // Telegram is not reached: its calls are about the caller's own chats.
    const telegram = { token: botToken, apiOrigin: 'http://127.0.0.1:9', usesWebhook: false };
    server = await startTestServer({ dataDir: place.dataDir, databaseUrl: place.databaseUrl, demo: true, plansFile, telegram });
    db = openDatabase(locateDatabase(server.config));
    // The first user to sign in gets the demo's cameras, which are live and recorded.
    const owner = await server.signIn('o@example.com');
    customers.set('O', owner.customer_id);
    for (const actor of actors)
      if (actor !== 'A' && actor !== 'O') customers.set(actor, (await server.signIn(`${actor.toLowerCase()}@example.com`)).customer_id);
    live = await waitForLiveCamera(server, owner.access_token);
    await insertGrants(db, live.cameraId, customers);
  }, 60_000);
  afterAll(async () => {
    await db.destroy();
    await server.close();
    await place.remove();
  });

  /** One session for each actor; a row that ends it forgets it. */
  const bearerOf = async (actor: Actor): Promise<Record<string, string>> => {
    if (actor === 'A') return {};
    const known = bearers.get(actor) ?? (await server.openSession(customers.get(actor) ?? ''));
    bearers.set(actor, known);
    return { authorization: `Bearer ${known}` };
  };

  const send = async (
    attempt: Attempt,
    row: Row,
    cameraId: string,
    headers: Record<string, string>,
  ): Promise<{ status: number; body: string }> => {
    const path = fillRow(row.path, cameraId, attempt) + (attempt.query ?? '');
    if (attempt.isUpgrade) return upgrade(server.url, path, headers);
    if (attempt.sdp !== undefined) {
      const response = await fetch(server.url + path, {
        method: row.method,
        headers: { ...headers, 'content-type': 'application/sdp' },
        body: attempt.sdp,
      });
      return { status: response.status, body: await response.text() };
    }
    if (attempt.form) {
      const form = new FormData();
      for (const [name, value] of Object.entries(attempt.form)) form.set(name, value);
      const response = await fetch(server.url + path, { method: row.method, headers, body: form });
      return { status: response.status, body: await response.text() };
    }
    const response = await server.call(
      { method: row.method as 'GET', path },
      { headers: { ...attempt.headers, ...headers }, ...(attempt.body !== undefined && { body: attempt.body }) },
    );
    return { status: response.status, body: await response.text() };
  };

  /** Returns the actors who were sent the token of a link that isn't theirs, and that they did not name themselves. */
  const findLeaks = async (
    answers: readonly { readonly actor: Actor; readonly asked: string; readonly body: string }[],
  ): Promise<readonly Actor[]> => {
    const links = await db.selectFrom('invites').select(['id', 'creator_id']).execute();
    const tokens = createTokens(loadKeys(server.config).tokens);
    return links.flatMap(({ id, creator_id: creatorId }) => {
      const token = inviteTokenOf(tokens, id);
      return answers
        .filter(({ actor, asked, body }) => customers.get(actor) !== creatorId && !asked.includes(token) && body.includes(token))
        .map(({ actor }) => actor);
    });
  };

  test('a user who lists the links of a camera or of an account is sent the tokens of their own links only', async () => {
    const cameraId = await insertCamera(db, customers.get('O') ?? '');
    await insertGrants(db, cameraId, customers);
    const call = async (actor: Actor, { method, path }: Endpoint, body?: unknown) => {
      const headers = await bearerOf(actor);
      return (await server.call({ method, path: fillPath(path, { id: cameraId }) }, { headers, body })).text();
    };
    const share = async (actor: Actor) =>
      inviteSchema.parse(JSON.parse(await call(actor, createInvite, { ...plainOptions, cameraIds: [cameraId] })));
    const links = [await share('O'), await share('F')];
    const sent: Partial<Record<Actor, readonly string[]>> = {};
    for (const actor of actors) {
      const answers = (await call(actor, listInvites)) + (await call(actor, listCameraInvites));
      const own = links.filter(({ token }) => token !== null && answers.includes(token));
      if (own.length > 0) sent[actor] = own.map(({ id }) => id);
    }
    expect(sent).toEqual({ O: [links[0]?.id], F: [links[1]?.id] });
  });

  test.each(rows)('$name', async (row) => {
    const prepare = requests[row.name];
    if (!prepare) throw new Error(`Say in authorization-requests.ts how "${row.name}" is called.`);
    const owner = customers.get('O') ?? '';
    const outcomes: Partial<Record<Actor, number>> = {};
    /** Actors that can distinguish an invisible camera from an unknown one. */
    const revealing: Actor[] = [];
    const answers: Parameters<typeof findLeaks>[0][number][] = [];
    for (const actor of actors) {
      const cameraId = await insertCamera(db, owner);
      await insertGrants(db, cameraId, customers);
      const headers = await bearerOf(actor);
      const attempt = await prepare({
        db,
        server,
        cameraId,
        ownerId: owner,
        actor,
        live,
        headers,
        otherDeviceId: await insertDevice(db, customers.get(actor) ?? owner),
      });
      const answer = await send(attempt, row, attempt.cameraId ?? cameraId, headers);
      outcomes[actor] = answer.status;
      answers.push({ actor, asked: JSON.stringify(attempt), body: answer.body });
      if (answer.status === 404 && row.path.includes('{id}')) {
        const unknown = await send(attempt, row, 'unknown', headers);
        if (unknown.body !== answer.body) revealing.push(actor);
      }
      if (row.name.endsWith('/logout') || row.name === last) bearers.delete(actor);
    }
    expect(outcomes).toEqual(row.expected);
    expect(revealing).toEqual([]);
    expect(await findLeaks(answers)).toEqual([]);
  });

  test('every registered call has a row, and every row a call', () => {
    const calls = server.server.app.contractRoutes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
    const sockets = server.server.upgrades.paths().map((path) => `GET ${path}`);
    expect(rows.map(({ name }) => name).sort()).toEqual([...calls, ...sockets].sort());
  });

  test('every other path under /public is closed: no route escapes the register', () => {
    const printed = server.server.app.printRoutes({ commonPrefix: false, includeHooks: false });
    const known = server.server.app.contractRoutes.length;
    const answering = printed.match(/\((GET|POST|PUT|PATCH|DELETE)[^)]*\)/g)?.length ?? 0;
    const operational = ['/healthz', '/readyz', '/metrics'].length;
    const pages = ['/', '/*', '/embed/*', '/e/:id', 'GET /sandbox-payments/:id', 'POST /sandbox-payments/:id'].length;
    expect(answering).toBeLessThanOrEqual(known + operational + pages);
  });
});

describe('answers that no actor may receive', () => {
  test('no answer of a camera names its serial number, model or source', async () => {
    const server = await startTestServer();
    const db = openDatabase(locateDatabase(server.config));
    try {
      const owner = await server.signIn('owner@example.com');
      const cameraId = await insertCamera(db, owner.customer_id);
      const one = await (
        await server.call({ method: 'GET', path: `/public/api/v3/cameras/${cameraId}` }, { headers: owner.headers })
      ).text();
      const list = await (await server.call({ method: 'GET', path: '/public/api/v3/cameras' }, { headers: owner.headers })).text();
      expect(one + list).toContain(cameraId);
      expect(one + list).not.toMatch(/SERIAL-0042|Model 7|source|sealed/);
    } finally {
      await db.destroy();
      await server.close();
    }
  });
});

function fillRow(path: string, id: string, { parameters = {}, file = 'missing' }: Attempt): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'id' ? id : (parameters[name] ?? file)));
}

function upgrade(origin: string, path: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const handshake = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
  };
  const request = httpRequest(origin + path, { headers: { ...handshake, ...headers } });
  request.on('upgrade', (response, socket) => {
    socket.destroy();
    resolve({ status: response.statusCode ?? 0, body: '' });
  });
  request.on('response', (response) => {
    response.resume();
    resolve({ status: response.statusCode ?? 0, body: '' });
  });
  request.on('error', reject);
  request.end();
  return promise;
}

import { getOwnApiKey, listApiKeys } from '@watchpost/contract/endpoints/api-keys';
import { latestEvents } from '@watchpost/contract/endpoints/cameras';
import { createEmbedLink, listEmbedLinks } from '@watchpost/contract/endpoints/embeds';
import { countEvents, getEventTimeline, listEvents } from '@watchpost/contract/endpoints/events';
import { getAuditLog } from '@watchpost/contract/endpoints/operator';
import { countAccessLog, getAccessLog } from '@watchpost/contract/endpoints/sharing';
import { createStreamLink, listStreamLinks } from '@watchpost/contract/endpoints/stream-links';
import { getTimelapseSettings } from '@watchpost/contract/endpoints/timelapse';
import { listWebhookDeliveries, listWebhooks } from '@watchpost/contract/endpoints/webhooks';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { timelapseByDefault } from '@watchpost/contract/schemas/timelapse';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { locateDatabase, openDatabase, type Db } from '../db/database.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from '../db/webhook-tables.ts';
import { createKey, outcomeOf } from '../testing/partners/api-keys.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../testing/databases.ts';
import { insertCamera, insertEvent } from '../testing/people.ts';
import { startTestServer, type TestServer, type TestSession } from '../testing/test-server.ts';

/** A kind that only a newer version knows. */
const newer = 'hologram';
const now = Date.UTC(2026, 0, 15, 12);

// Two versions run side by side while a cluster is upgraded: each reads what the other has written.
describeDatabases('beside a newer version', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let db: Db;
  let session: TestSession;
  let cameraId: string;

  beforeAll(async () => {
    place = await createDatabasePlace(engine);
    server = await startTestServer({ dataDir: place.dataDir, databaseUrl: place.databaseUrl, operators: ['anna@example.com'] });
    db = openDatabase(locateDatabase(server.config));
    session = await server.signIn('anna@example.com');
    cameraId = await insertCamera(db, session.customer_id);
  }, 60_000);
  afterAll(async () => {
    await db.destroy();
    await server.close();
    await place.remove();
  });

  const read = async <T>(
    schema: z.ZodType<T>,
    { method, path }: Endpoint,
    query = '',
    parameters: Readonly<Record<string, string>> = {},
  ): Promise<T> => {
    const answer = await server.call({ method, path: fillPath(path, parameters) + query }, { headers: session.headers });
    const text = await answer.text();
    expect([answer.status, text]).toEqual([200, text]);
    return schema.parse(JSON.parse(text));
  };
  const create = async (endpoint: Endpoint, body: object): Promise<void> => {
    expect((await server.call(endpoint, { headers: session.headers, body })).status).toBe(201);
  };

  test('events of its types are left out, and the others shown and counted', async () => {
    const known = await insertEvent(db, cameraId, { start_ms: now });
    const ofNewer = await insertEvent(db, cameraId, { start_ms: now + 1000 });
    await sql`update events set type = ${newer} where id = ${ofNewer}`.execute(db);
    const ids = z.object({ events: z.array(z.object({ id: z.string() })) });
    expect((await read(ids, listEvents)).events).toEqual([{ id: known }]);
    expect((await read(ids, latestEvents)).events).toEqual([]);
    const counts = z.object({ total: z.int(), types: z.record(z.string(), z.int()) });
    expect(await read(counts, countEvents)).toEqual({ total: 1, types: { motion: 1 } });
    const marks = z.object({ marks: z.array(z.object({ type: z.string() })) });
    const range = `?from=${now}&to=${now + 60_000}&step=10000`;
    expect((await read(marks, getEventTimeline, range, { id: cameraId })).marks).toEqual([{ type: 'motion' }]);
  });

  test('keys have the scopes that are known, and one without any opens nothing', async () => {
    const [first, second] = [await createKey(server, session.headers), await createKey(server, session.headers)];
    await sql`update api_keys set scopes = ${JSON.stringify(['live', newer])} where id = ${first.id}`.execute(db);
    await sql`update api_keys set scopes = ${JSON.stringify([newer])} where id = ${second.id}`.execute(db);
    const keys = z.array(z.object({ id: z.string(), scopes: z.array(z.string()) }));
    expect(await read(keys, listApiKeys)).toEqual([{ id: first.id, scopes: ['live'] }]);
    expect(await outcomeOf(server.call(getOwnApiKey, { headers: first.headers }))).toBe('200');
    expect(await outcomeOf(server.call(getOwnApiKey, { headers: second.headers }))).toBe('401 unauthorized');
  });

  test('the log of accesses shows the entries that are known', async () => {
    const created = (): Promise<unknown> => createKey(server, session.headers);
    for (const _ of ['of a newer kind', 'by a newer grant', 'known']) await created();
    const entries = await db.selectFrom('access_log').select('id').where('camera_id', '=', cameraId).orderBy('id').execute();
    const [kind, grant] = entries.map(({ id }) => id);
    await sql`update access_log set kind = ${newer} where id = ${kind ?? ''}`.execute(db);
    await sql`update access_log set grant_kind = ${newer} where id = ${grant ?? ''}`.execute(db);
    const shown = (await read(z.object({ entries: z.array(z.object({ id: z.string() })) }), getAccessLog)).entries.map(({ id }) => id);
    const rest = entries.slice(2).map(({ id }) => id);
    expect(shown.toSorted()).toEqual(rest.toSorted());
    expect(rest.length).toBeGreaterThan(0);
    const counts = await read(z.record(z.string(), z.int()), countAccessLog);
    expect(Object.keys(counts)).not.toContain(newer);
  });

  test('so does the audit log of the operator', async () => {
    const entry = { at: now, actor_id: null, actor_email: null, subject_id: null, subject_name: null };
    await db
      .insertInto('audit_log')
      .values([
        { ...entry, id: 'aud_1', kind: newer },
        { ...entry, id: 'aud_2', kind: 'plan-changed' },
      ])
      .execute();
    const page = await read(z.object({ entries: z.array(z.object({ id: z.string() })) }), getAuditLog, `?to=${now + 1}`);
    expect(page.entries).toEqual([{ id: 'aud_2' }]);
  });

  test('webhooks are called for what is known; their history leaves out the rest', async () => {
    const row: WebhooksTable = {
      id: 'hook_1',
      customer_id: session.customer_id,
      url: 'https://hooks.example',
      events: JSON.stringify(['camera.offline', newer]),
      camera_ids: null,
      is_enabled: 1,
      secret_sealed: 'x',
      previous_secret_sealed: null,
      previous_until: null,
      delivered_at: null,
      failing_since: null,
      is_failure_reported: 0,
      given_up_at: null,
      due_at: null,
      lease: null,
      created_at: now,
    };
    await db
      .insertInto('webhooks')
      .values([row, { ...row, id: 'hook_2', events: JSON.stringify([newer]) }])
      .execute();
    const hooks = await read(z.array(z.object({ id: z.string(), events: z.array(z.string()) })), listWebhooks);
    expect(hooks).toEqual([{ id: 'hook_1', events: ['camera.offline'] }]);
    const delivery: WebhookDeliveriesTable = {
      id: 'msg_1',
      webhook_id: 'hook_1',
      event: 'camera.offline',
      camera_id: cameraId,
      event_at: null,
      body: '{}',
      state: 'delivered',
      attempts: 1,
      retries: 0,
      attempted_at: now,
      status: 204,
      failure: null,
      duration_ms: 5,
      due_at: null,
      expires_at: now,
      created_at: now,
    };
    await db
      .insertInto('webhook_deliveries')
      .values([delivery, { ...delivery, id: 'msg_2' }])
      .execute();
    await sql`update webhook_deliveries set event = ${newer} where id = 'msg_2'`.execute(db);
    const history = z.object({ deliveries: z.array(z.object({ id: z.string() })) });
    expect((await read(history, listWebhookDeliveries, '', { id: 'hook_1' })).deliveries).toEqual([{ id: 'msg_1' }]);
  });

  test('links have the formats that are known, and a part of the archive that is not understood is closed', async () => {
    for (const name of ['both', 'newer']) await create(createStreamLink, { name, cameraId, formats: ['hls'] });
    await sql`update stream_links set formats = ${JSON.stringify(['hls', newer])} where name = 'both'`.execute(db);
    await sql`update stream_links set formats = ${JSON.stringify([newer])} where name = 'newer'`.execute(db);
    const links = await read(z.array(z.object({ name: z.string(), formats: z.array(z.string()) })), listStreamLinks);
    expect(links).toEqual([{ name: 'both', formats: ['hls'] }]);

    const page = { name: 'page', cameraIds: [cameraId], archive: { kind: 'all' }, withAudio: false };
    await create(createEmbedLink, { ...page, origins: [], maxViewers: null, expiresAt: null });
    await sql`update embed_links set archive = ${JSON.stringify({ kind: newer })} where name = 'page'`.execute(db);
    expect(await read(z.array(z.object({ archive: z.unknown() })), listEmbedLinks)).toEqual([{ archive: null }]);
  });

  test('a timelapse is announced by the channels that are known', async () => {
    const { isEnabled: _, ...settings } = timelapseByDefault;
    await db
      .insertInto('timelapse_settings')
      .values({
        camera_id: cameraId,
        is_enabled: 1,
        enabled_at: now,
        settings: JSON.stringify({ ...settings, channels: ['push', newer] }),
      })
      .execute();
    const { channels } = await read(z.object({ channels: z.array(z.string()) }), getTimelapseSettings, '', { id: cameraId });
    expect(channels).toEqual(['push']);
  });
});

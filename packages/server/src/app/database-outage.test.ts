import { getProfile, updateProfile } from '@watchpost/contract/endpoints/account';
import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabasePlace, type DatabasePlace } from '../testing/databases.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { atMost } from '../../../../tooling/tests/slow-machine.ts';

/** A proxy in front of the database that can be disconnected, reconnected or stalled. */
async function startCable(
  target: URL,
): Promise<{ port: number; cut: () => void; join: () => Promise<void>; stall: () => void; carryOn: () => void }> {
  const sockets = new Set<Socket>();
  let isStalled = false;
  const server: Server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', (data: Buffer) => void other.write(data));
      if (isStalled) socket.pause();
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    cut: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
    join: async () => {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    stall: () => {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    carryOn: () => {
      isStalled = false;
      for (const socket of sockets) socket.resume();
    },
  };
}

describe.skipIf(process.env['WATCHPOST_TEST_POSTGRES_URL'] === undefined)('R11: the database', () => {
  let place: DatabasePlace;
  let cable: Awaited<ReturnType<typeof startCable>>;
  let server: TestServer;
  let headers: { authorization: string };

  beforeAll(async () => {
    place = await createDatabasePlace('postgres');
    const viaCable = new URL(place.databaseUrl ?? '');
    cable = await startCable(new URL(viaCable));
    viaCable.hostname = '127.0.0.1';
    viaCable.port = String(cable.port);
    server = await startTestServer({ dataDir: place.dataDir, databaseUrl: viaCable.href });
    ({ headers } = await server.signIn('owner@example.com'));
  });
  afterAll(async () => {
    await server.close();
    cable.cut();
    await place.remove();
  });

  /** While the database is away: nothing but our own limit ends the request. How long that is: database-wait.test. */
  const refused = async (request: () => Promise<Response>): Promise<void> => {
    const response = await request();
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  };
  const list = () => server.call(listCameras, { headers });
  const works = () => expect.poll(async () => (await list()).status, { timeout: atMost(5000) }).toBe(200);

  test('disconnects: 503 with Retry-After meanwhile; after it returns, requests succeed', async () => {
    cable.cut();
    for (let count = 0; count < 3; count += 1) await refused(list);
    expect((await server.call({ method: 'GET', path: '/readyz' })).status).toBe(503);
    expect((await server.call({ method: 'GET', path: '/healthz' })).status).toBe(200);
    await cable.join();
    await works();
  });

  test('stalls mid-message: 503 meanwhile for reads, writes and 20 concurrent requests; then requests succeed', async () => {
    await works();
    cable.stall();
    await refused(list);
    await refused(() => server.call(updateProfile, { headers, body: { locale: 'ru' } }));
    await Promise.all(Array.from({ length: 20 }, () => refused(list)));
    await refused(() => server.call({ method: 'GET', path: '/readyz' }));
    cable.carryOn();
    await works();
    expect((await Promise.all(Array.from({ length: 20 }, list))).map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
  });

  test('waits for a lock: 503 meanwhile, and nothing of it is executed later; other requests are not delayed', async () => {
    await works();
    // PostgreSQL shows a transaction its activity only once: another connection checks.
    const [other, watcher] = [
      new pg.Client({ connectionString: place.databaseUrl ?? '' }),
      new pg.Client({ connectionString: place.databaseUrl ?? '' }),
    ];
    await Promise.all([other.connect(), watcher.connect()]);
    await other.query('begin; lock table customers in share mode');
    await Promise.all(Array.from({ length: 12 }, () => refused(() => server.call(updateProfile, { headers, body: { locale: 'ru' } }))));
    expect((await list()).status).toBe(200);
    await expect
      .poll(
        async () =>
          (
            await watcher.query(
              "select query from pg_stat_activity where datname = current_database() and state = 'active' and query like 'update%'",
            )
          ).rows,
      )
      .toEqual([]);
    await other.query('commit');
    await Promise.all([other.end(), watcher.end()]);
    expect(await (await server.call(getProfile, { headers })).json()).toMatchObject({ locale: 'en' });
    expect((await server.call(updateProfile, { headers, body: { locale: 'ru' } })).status).toBe(200);
  });
});

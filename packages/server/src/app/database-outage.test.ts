import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createDatabasePlace } from '../testing/databases.ts';
import { startTestServer } from '../testing/test-server.ts';

/** The cable to the database: can be cut and joined again. */
async function startCable(target: URL): Promise<{ port: number; cut: () => void; join: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
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
  };
}

test.skipIf(process.env['WATCHPOST_TEST_POSTGRES_URL'] === undefined)('the database goes: 503 with Retry-After within 2 s; it comes back: all is well', async () => {
  const place = await createDatabasePlace('postgres');
  const target = new URL(place.databaseUrl ?? '');
  const cable = await startCable(target);
  const viaCable = new URL(target);
  viaCable.hostname = '127.0.0.1';
  viaCable.port = String(cable.port);
  const server = await startTestServer({ dataDir: place.dataDir, databaseUrl: viaCable.href });
  const { headers } = await server.signIn('owner@example.com');

  cable.cut();
  for (let count = 0; count < 3; count += 1) {
    const startedAt = performance.now();
    const response = await server.call(listCameras, { headers });
    expect(performance.now() - startedAt).toBeLessThan(2000);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  }
  expect((await server.call({ method: 'GET', path: '/readyz' })).status).toBe(503);
  expect((await server.call({ method: 'GET', path: '/healthz' })).status).toBe(200);

  await cable.join();
  await expect.poll(async () => (await server.call(listCameras, { headers })).status, { timeout: 5000 }).toBe(200);
  await server.close();
  cable.cut();
  await place.remove();
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createUpgradeRouter, refuseUpgrade } from './upgrade.ts';

async function upgrade(port: number, path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  const [data] = await once(socket, 'data');
  socket.destroy();
  return String(data).split('\r\n', 1)[0] ?? '';
}

test('each path is routed to its handler, with any query; an unknown one is 404', async () => {
  const server = createServer();
  const router = createUpgradeRouter(server);
  router.on('/a', (_request, socket) => refuseUpgrade(socket, 403, 'Forbidden'));
  expect(() => router.on('/a', () => undefined)).toThrow(/Two handlers/);
  expect(router.paths()).toEqual(['/a']);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await upgrade(port, '/a?x=1')).toBe('HTTP/1.1 403 Forbidden');
  expect(await upgrade(port, '/a/b')).toBe('HTTP/1.1 404 Not Found');
  expect(await upgrade(port, '/')).toBe('HTTP/1.1 404 Not Found');
  server.close();
});

import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { refusesConnections } from './refuses-connections.ts';

test('only a port at which nothing listens proves that a process has ended', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  expect(await refusesConnections(`http://127.0.0.1:${port}`)).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  expect(await refusesConnections(`http://127.0.0.1:${port}`)).toBe(true);
  expect(await refusesConnections('http://no-such-node.invalid:8080')).toBe(false);
});

import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** The first of `count` neighbouring ports that are free now. */
export async function freePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const first = await listen(0);
    if (!first) continue;
    const base = portOf(first);
    const rest = await Promise.all(Array.from({ length: count - 1 }, (_, index) => listen(base + index + 1)));
    const opened = [first, ...rest].filter((server) => server !== null);
    await Promise.all(opened.map((server) => once(server.close(), 'close')));
    if (opened.length === count) return base;
  }
  throw new Error(`No ${count} neighbouring free ports were found.`);
}

function listen(port: number): Promise<Server | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.');
  return address.port;
}

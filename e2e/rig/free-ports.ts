import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections: one that a test has chosen is not taken by another
 * connection while the server on it restarts. Each worker of a run has a part of its own.
 */
const lowest = 12_000;
const perWorker = 1_500;
const workers = 12;

const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % workers;
/** Where two runs on one machine begin is left to chance. */
let offset = Math.floor(Math.random() * perWorker);

/** The first of `count` neighbouring ports that are free now. */
export async function freePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    offset = offset + count >= perWorker ? 0 : offset;
    const base = lowest + worker * perWorker + offset;
    offset += count;
    const servers = await Promise.all(Array.from({ length: count }, (_, index) => listen(base + index)));
    const opened = servers.filter((server) => server !== null);
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

import { mkdirSync } from 'node:fs';
import { createServer as createSocket } from 'node:net';
import { join } from 'node:path';
import { startChild, type Child } from './children.ts';
import { temporaryFolder } from './folders.ts';
import { until } from './waiting.ts';

const main = join(import.meta.dirname, '../../packages/server/src/cli/main.ts');

/** A Watchpost server in its own process, so that its CPU time and memory can be read. */
export interface BenchServer extends Child {
  readonly url: string;
  readonly dataDir: string;
  /** How long it took from the start of the process until it answered, ms. */
  readonly startedIn: number;
}

/**
 * Starts a server on a free port of the loopback and waits until it is ready.
 * @param dataDir of an earlier run; a new empty one by default
 */
export async function startServer(options: { dataDir?: string; port?: number; env?: Readonly<Record<string, string>> } = {}): Promise<BenchServer> {
  const dataDir = options.dataDir ?? join(temporaryFolder('data'), 'data');
  mkdirSync(dataDir, { recursive: true });
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = await startChild(process.execPath, ['--disable-warning=ExperimentalWarning', main, 'start'], {
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      WATCHPOST_DEMO: '0',
      WATCHPOST_ALLOW_LOOPBACK_SOURCES: '1',
      LOG_LEVEL: 'info',
      LOG_FORMAT: 'json',
      ...options.env,
    },
  });
  try {
    await until('the server is ready', () => isReady(url), { every: 20 });
  } catch (error) {
    const said = child.output();
    await child.kill();
    throw new Error(`The server did not start. It said:\n${said}`, { cause: error });
  }
  return { ...child, url, dataDir, startedIn: performance.now() - began };
}

async function isReady(url: string): Promise<true | null> {
  try {
    return (await fetch(`${url}/readyz`)).ok || null;
  } catch {
    return null;
  }
}

/** A TCP port of the loopback that nobody uses at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = createSocket();
    socket.once('error', reject);
    socket.listen(0, '127.0.0.1', () => {
      const address = socket.address();
      socket.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

import { systemClock, type Clock } from '@watchpost/contract/timing/clock';
import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import type { ServerConfig } from '../kernel/config.ts';
import { createLog, type Logger } from '../kernel/log.ts';
import type { UpgradeRouter } from '../kernel/upgrade.ts';
import { createModuleList } from './module-list.ts';
import { createModules } from './modules.ts';
import { createContext } from './server-context.ts';

/** A server that is ready to listen. */
export interface WatchpostServer {
  /** Opens the port; `url` is the server's address for a browser on this machine. */
  listen(): Promise<{ url: string }>;
  /** Finishes pending requests (for at most 8 s), then frees everything. */
  close(): Promise<void>;
  readonly app: FastifyInstance;
  readonly upgrades: UpgradeRouter;
}

/**
 * Creates a server that does not listen yet.
 * @throws {LockedError} when another server uses the data folder
 * @throws {ConfigError} when the folder or the database can't be used
 */
export async function createServer(config: ServerConfig, overrides: { clock?: Clock; log?: Logger } = {}): Promise<WatchpostServer> {
  const clock = overrides.clock ?? systemClock;
  const log = overrides.log ?? createLog({ level: config.logLevel, format: config.logFormat });
  const modules = createModuleList(log, config.cluster?.roles ?? null);
  /** Stops what has started when a step fails: a port in use must not keep the process running. */
  const orStop = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      await modules.stop();
      throw error;
    }
  };

  return orStop(async () => {
    const context = await createContext(modules, { config, clock, log });
    const { http, cameras } = await createModules(modules, context);
    const { app, upgrades } = http;
    await modules.routes(app, upgrades);

    return {
      app,
      upgrades,
      listen: () =>
        orStop(async () => {
          await modules.start();
          // A node of a cluster ingests the cameras that it holds, and learns of them once it listens.
          if (context.cluster === null) for (const camera of await cameras.stored()) modules.cameras.start(camera);
          await app.listen({ host: config.host, port: config.port });
          const url = addressOf(app, config);
          await modules.listening(url);
          return { url };
        }),
      close: async () => {
        // Modules that stop meanwhile close the connections that requests don't: WebSockets and pending playlists.
        http.drain().catch(() => undefined);
        await modules.stop();
      },
    };
  });
}

function addressOf(app: FastifyInstance, { host }: ServerConfig): string {
  const address: AddressInfo | string | null = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const isLocal = host === '0.0.0.0' || host === '::' || host === '127.0.0.1';
  return `http://${isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

import { readFileSync } from 'node:fs';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ClusterNode } from '../cluster/cluster-node.ts';
import { describeMissingRole } from '../cluster/role-watch.ts';
import type { Db } from '../db/database.ts';
import type { ServerConfig } from '../kernel/config.ts';
import { registerHealth } from '../kernel/health.ts';
import type { Logger } from '../kernel/log.ts';
import { measureRequests, type Metrics } from '../kernel/metrics.ts';
import type { ServerModule } from '../kernel/module/server-module.ts';
import { createProxyWatch, describeUnlistedProxy } from '../kernel/network/unlisted-proxy.ts';
import { isLocalOnly } from '../kernel/settings/account-settings.ts';
import { firebaseServices } from '../kernel/settings/firebase-settings.ts';
import { registerStatic } from '../kernel/static.ts';
import type { Tracer } from '../kernel/telemetry/spans.ts';
import { traceRequests } from '../kernel/telemetry/telemetry.ts';
import { createUpgradeRouter, type UpgradeRouter } from '../kernel/upgrade.ts';
import { createHttp, registerOpenApi } from './create-http.ts';

const { version }: { readonly version: string } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
/** Version of the package. */
export const serverVersion: string = version;
/** Pending requests have this long to finish when the server stops, so that all of it takes 10 s at most. */
const drainTimeoutMs = 8000;
/** Clients have this long to answer that their WebSocket is closing: nothing is recorded while one that sleeps holds up the stop. */
const closingTimeoutMs = 1000;

export interface HttpModule extends ServerModule {
  readonly app: FastifyInstance;
  readonly upgrades: UpgradeRouter;
  /** The server's own. */
  readonly version: string;
  /** Lets `/healthz` name to operators what a module finds wrong. @param read returns a sentence, null for nothing */
  addWarning(read: () => string | null): void;
  /** Closes the port and resolves when the last request is answered and the last WebSocket closed; `stop` waits for it. */
  drain(): Promise<void>;
}

interface HttpModuleDeps {
  readonly config: ServerConfig;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracer: Tracer | null;
  /** Null where one machine runs alone. */
  readonly cluster?: Pick<ClusterNode, 'missingRoles'> | null;
}

/** The HTTP server, with the routes that belong to no feature: OpenAPI, health, static files. */
export async function createHttpModule({ config, db, clock, log, metrics, tracer, cluster }: HttpModuleDeps): Promise<HttpModule> {
  const app = await createHttp(config, log);
  measureRequests(app, metrics);
  if (tracer) traceRequests(app, tracer);
  const proxies = createProxyWatch(config, (proxy) => log.warn({ proxy: proxy.address }, describeUnlistedProxy(proxy)));
  app.addHook('onRequest', async (request) => proxies.see(request.raw, request.ip));
  const warnings: (() => string | null)[] = [() => (proxies.found ? describeUnlistedProxy(proxies.found) : null)];
  const sockets = trackSockets(app);
  const upgraded = trackUpgraded(app);
  let draining: Promise<void> | undefined;
  // A kept-alive connection would delay the stop after its last answer.
  app.addHook('onSend', async (_request, reply) => void (draining && reply.header('connection', 'close')));
  const close = async (): Promise<void> => {
    const cancel = clock.after(drainTimeoutMs, () => sockets.forEach((socket) => socket.destroy()));
    await app.close();
    cancel();
  };
  const drain = (): Promise<void> => (draining ??= close());
  return {
    name: 'http',
    app,
    version: serverVersion,
    upgrades: createUpgradeRouter(app.server, config.basePath),
    addWarning: (read) => void warnings.push(read),
    drain,
    stop: async () => {
      // The modules that own WebSockets have stopped, and closed them.
      const cancel = clock.after(closingTimeoutMs, () => upgraded.forEach((socket) => socket.destroy()));
      await drain().finally(cancel);
    },
    routes: async () => {
      registerOpenApi(app, serverVersion);
      registerHealth(app, {
        metrics,
        metricsToken: config.metricsToken,
        isLocalOnly: isLocalOnly(config),
        checkDatabase: () => sql`select 1`.execute(db),
        warnings: () => [
          ...warnings.map((read) => read()).filter((warning) => warning !== null),
          ...(cluster?.missingRoles() ?? []).map(describeMissingRole),
        ],
      });
      await registerStatic(app, { ...config, services: config.firebase ? firebaseServices : [] });
    },
  };
}

/** Tracks all connections, WebSockets included: the HTTP server itself forgets those after the upgrade. */
function trackSockets(app: FastifyInstance): Set<Socket> {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

function trackUpgraded(app: FastifyInstance): Set<Duplex> {
  const sockets = new Set<Duplex>();
  app.server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

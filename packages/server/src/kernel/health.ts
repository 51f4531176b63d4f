import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import type { Metrics } from './metrics.ts';
import { sameText } from './tokens.ts';

/**
 * Registers `/healthz`: the process answers, and what its operator should change; `/readyz`: its database answers too; `/metrics`: for a scraper with the token, or without one
 * on a server that only this machine reaches.
 */
export function registerHealth(
  app: FastifyInstance,
  deps: {
    metrics: Metrics;
    metricsToken: string | null;
    isLocalOnly: boolean;
    checkDatabase: () => Promise<unknown>;
    warnings: () => readonly string[];
  },
): void {
  const { metrics, metricsToken, isLocalOnly, checkDatabase, warnings } = deps;
  app.get('/healthz', async () => {
    const found = warnings();
    return { status: 'ok', ...(found.length > 0 && { warnings: found }) };
  });
  app.get('/readyz', async () => {
    try {
      await checkDatabase();
    } catch (error) {
      throw new AppError('unavailable', { retryAfter: 2, cause: error });
    }
    return { status: 'ready' };
  });
  app.get('/metrics', async (request, reply) => {
    // Metrics reveal internals, so any other caller gets 404.
    const isAllowed =
      metricsToken === null ? isLocalOnly && isDirect(request) : sameText(request.headers.authorization ?? '', `Bearer ${metricsToken}`);
    if (!isAllowed) throw new AppError('not-found');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

/** Whether the request comes from this machine, without a proxy that the settings do not name. */
function isDirect({ socket, headers }: FastifyRequest): boolean {
  return (
    /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
    headers['x-forwarded-for'] === undefined &&
    headers['forwarded'] === undefined
  );
}

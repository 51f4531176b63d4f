import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import type { Metrics } from './metrics.ts';
import { sameText } from './tokens.ts';

/**
 * Registers `/healthz`: the process answers, and, for its operator only, what to change; `/readyz`: its database answers too; `/metrics`: for a
 * scraper with the token, or without one on a server that only this machine reaches.
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
  const hasToken = ({ headers }: FastifyRequest): boolean =>
    metricsToken !== null && sameText(headers.authorization ?? '', `Bearer ${metricsToken}`);
  app.get('/healthz', async (request) => {
    // An attacker must not learn from it what is set wrong.
    const found = isDirect(request) || hasToken(request) ? warnings() : [];
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
    const isAllowed = metricsToken === null ? isLocalOnly && isDirect(request) : hasToken(request);
    if (!isAllowed) throw new AppError('not-found');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/** Whether the request comes from this machine, without a proxy that the settings do not name. */
function isDirect({ socket, headers }: FastifyRequest): boolean {
  const peer = socket.remoteAddress ?? '';
  const isOwn = /^(::ffff:)?127\.|^::1$/.test(peer) || (peer !== '' && peer === socket.localAddress);
  return isOwn && proxyHeaders.every((name) => headers[name] === undefined);
}

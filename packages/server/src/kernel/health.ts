import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';
import type { Clock } from './clock.ts';
import type { Metrics } from './metrics.ts';

const readyTimeout = 2000;

/** `/healthz`: the process answers. `/readyz`: its database answers too. `/metrics`: for a scraper on this machine. */
export function registerHealth(app: FastifyInstance, deps: { clock: Clock; metrics: Metrics; checkDatabase: () => Promise<unknown> }): void {
  const { clock, metrics, checkDatabase } = deps;
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const cancel = clock.after(readyTimeout, () => reject(new Error('The database did not answer in time.')));
    try {
      await Promise.race([checkDatabase(), late]);
    } catch (error) {
      throw new AppError('unavailable', { retryAfter: 2, cause: error });
    } finally {
      cancel();
    }
    return { status: 'ready' };
  });
  app.get('/metrics', async (request, reply) => {
    // Figures tell about the house: only to this machine, and not through a proxy on it.
    const isLocal = /^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined;
    if (!isLocal) throw new AppError('not-found');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { currentSpan, withSpan, type Span, type Tracer } from './spans.ts';

/** Traces every request by its route's pattern, never by its address, which may have a secret in it. */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, reply, done) => {
    const { traceparent } = request.headers;
    const span = tracer.begin(request.method, {
      kind: 'server',
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    });
    if (!span) return done();
    spans.set(request, span);
    // Also when the caller leaves before the answer.
    reply.raw.once('close', () => {
      const route = request.routeOptions.url ?? 'unknown';
      span.end({
        name: `${request.method} ${route}`,
        isError: reply.statusCode >= 500,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': reply.statusCode,
          'watchpost.request_id': request.id,
          ...(request.camera && { 'watchpost.camera_id': request.camera.cameraId }),
        },
      });
    });
    withSpan(span, done);
  });
  // The body arrives outside of the request's async context.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) withSpan(span, done);
    else done();
  });
}

const maxQueryLength = 500;

/**
 * Notes a query of the database as a part of what is being traced.
 * @param sql with placeholders, without values
 */
export function noteQuery(sql: string, durationMs: number, isError: boolean): void {
  currentSpan()?.note('database query', durationMs, {
    kind: 'client',
    isError,
    attributes: { 'db.query.text': sql.length > maxQueryLength ? `${sql.slice(0, maxQueryLength)}…` : sql },
  });
}

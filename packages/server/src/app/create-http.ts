import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Guards } from '../kernel/access/access.ts';
import { AppError } from '../kernel/app-error.ts';
import type { ServerConfig } from '../kernel/config.ts';
import { answerError, installErrorAnswers } from '../kernel/http-errors.ts';
import { installSecurityHeaders } from '../kernel/http-security.ts';
import { registerRoute } from '../kernel/http.ts';
import { createDatabaseWait, withDatabaseWait, type DatabaseWait } from '../kernel/limits/database-wait.ts';
import { limitReceiving, receiveTimeouts } from '../kernel/limits/slow-requests.ts';
import { createRequestLog, withLoggedRequest, type Logger } from '../kernel/log.ts';
import { addBasePath, withoutBasePath } from '../kernel/network/base-path.ts';
import { createOpenApi } from '../kernel/openapi.ts';
import { createOpenApiNames } from './openapi-names.ts';

/** Default limit in bytes. A route that needs more declares it. */
const bodyLimit = 16 * 1024;
/** The head of a request must arrive within this time, and its body within the same time after that, ms. */
const receiveTimeoutMs = 15_000;

/** Creates a Fastify application with everything that all routes share: schemas, errors, headers, cookies, compression. */
export async function createHttp(
  config: ServerConfig,
  log: Logger,
  limits: { receiveTimeoutMs: number } = { receiveTimeoutMs },
): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = createRequestLog(log);
  const app: FastifyInstance = Fastify({
    loggerInstance,
    bodyLimit,
    // Forwarded addresses are trusted only from a proxy that the operator named.
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    routerOptions: { maxParamLength: 256 },
    rewriteUrl: ({ url = '/' }) => withoutBasePath(url, config.basePath),
    forceCloseConnections: 'idle',
    ...receiveTimeouts(limits.receiveTimeoutMs),
    // An undecodable address matches nothing; Fastify's own answer would echo it.
    frameworkErrors: (error, request, reply) => void answerError(new AppError('not-found'), error, request, reply),
    genReqId: () => crypto.randomUUID(),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  limitReceiving(app, limits.receiveTimeoutMs);
  nameRequestInLog(app);
  limitDatabaseWait(app);
  installErrorAnswers(app);
  app.decorateRequest('viewer', null);
  app.decorateRequest('camera', null);
  app.decorateRequest('errorCode', null);
  app.decorate('contractRoutes', []);
  installSecurityHeaders(app, { isSecure: config.publicOrigin?.startsWith('https:') ?? false });
  await app.register(cookie);
  addBasePath(app, config.basePath);
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    globalDecompression: false,
    brotliOptions: { params: { 0: 0, 1: 4 } },
  });
  return app;
}

/** Everything that a request causes is logged with its id, and with the camera that it is about. */
function nameRequestInLog(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => withLoggedRequest(request, done));
  // As below: the body arrives outside of the request's async context.
  app.addHook('preValidation', (request, _reply, done) => withLoggedRequest(request, done));
}

/** Limits how long each request waits for the database, until its answer is being sent. */
function limitDatabaseWait(app: FastifyInstance): void {
  const waits = new WeakMap<FastifyRequest, DatabaseWait>();
  app.addHook('onRequest', (request, reply, done) => {
    const wait = createDatabaseWait();
    waits.set(request, wait);
    reply.raw.once('close', wait.end);
    withDatabaseWait(wait, done);
  });
  // Reading the body leaves the request's async context: the callback comes from the connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const wait = waits.get(request);
    if (wait) withDatabaseWait(wait, done);
    else done();
  });
  app.addHook('onSend', async (request) => waits.get(request)?.end());
}

/** Installs the guards for all routes; call it before the first route is registered. */
export function installGuards(app: FastifyInstance, guards: Guards): void {
  app.decorate('guards', guards);
}

/** Registers the OpenAPI page of all routes that exist when the server is ready. */
export function registerOpenApi(app: FastifyInstance, version: string): void {
  const page = new Map<string, unknown>();
  registerRoute(
    app,
    { method: 'GET', path: '/public/api/openapi.json' },
    { access: 'public', response: { 200: z.looseObject({}) }, summary: 'This page' },
    async () => {
      const known = page.get('openapi') ?? createOpenApi(app.contractRoutes, { version, names: createOpenApiNames() });
      page.set('openapi', known);
      return known;
    },
  );
}

import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Guards } from '../kernel/access.ts';
import { AppError } from '../kernel/app-error.ts';
import type { ServerConfig } from '../kernel/config.ts';
import { answerError, installErrorAnswers } from '../kernel/http-errors.ts';
import { installSecurityHeaders } from '../kernel/http-security.ts';
import { registerRoute } from '../kernel/http.ts';
import type { Logger } from '../kernel/log.ts';
import { createOpenApi } from '../kernel/openapi.ts';

const bodyLimit = 1024 * 1024;

/** A Fastify application with everything that is alike for all routes: schemas, errors, headers, cookies, compression. */
export async function createHttp(config: ServerConfig, log: Logger): Promise<FastifyInstance> {
  // Fastify writes two lines a request at info: the metrics tell that better.
  const loggerInstance: FastifyBaseLogger = log.child({}, { level: log.level === 'info' ? 'warn' : log.level });
  const app: FastifyInstance = Fastify({
    loggerInstance,
    bodyLimit,
    // A client says nothing about its own address unless the operator named the proxy that vouches for it.
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    routerOptions: { maxParamLength: 256 },
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    // An address that can't be decoded is the address of nothing; Fastify's own answer would repeat it.
    frameworkErrors: (error, request, reply) => void answerError(new AppError('not-found'), error, request, reply),
    genReqId: () => crypto.randomUUID(),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrorAnswers(app);
  app.decorateRequest('viewer', null);
  app.decorateRequest('camera', null);
  app.decorate('contractRoutes', []);
  installSecurityHeaders(app);
  await app.register(cookie);
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024, globalDecompression: false, brotliOptions: { params: { 0: 0, 1: 4 } } });
  return app;
}

/** Lets the routes know who asks; before the first route is registered. */
export function installGuards(app: FastifyInstance, guards: Guards): void {
  app.decorate('guards', guards);
}

/** The OpenAPI page of everything registered before the server is ready. */
export function registerOpenApi(app: FastifyInstance, version: string): void {
  const page = new Map<string, unknown>();
  registerRoute(
    app,
    { method: 'GET', path: '/public/api/openapi.json' },
    { access: 'public', response: { 200: z.looseObject({}) }, summary: 'This page' },
    async () => {
      const known = page.get('openapi') ?? createOpenApi(app.contractRoutes, { version });
      page.set('openapi', known);
      return known;
    },
  );
}

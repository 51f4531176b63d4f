import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { answerError } from './http-errors.ts';
import { pagePolicy } from './http-security.ts';

const year = 'public, max-age=31536000, immutable';
const revalidate = 'no-cache';
/** `name-3f9a1c2b.js`: a name that changes with its content. A word of small letters is no hash: `camera-settings.js`. */
const hashedName = /[-.](?=[\w-]*[A-Z0-9_])[\w-]{8,}\.\w+$/;

export interface StaticOptions {
  readonly appDir: string | null;
  readonly embedDir: string | null;
  /** Origins that the app's pages may call besides this server. */
  readonly services?: readonly string[];
}

/** Serves the built app with its strict policy, the embed files to any page, and 404 in the contract's envelope for the rest. */
export async function registerStatic(app: FastifyInstance, { appDir, embedDir, services = [] }: StaticOptions): Promise<void> {
  /** The one page of the app; its routes are the browser's. */
  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    reply
      .code(200)
      .header('content-security-policy', pagePolicy(request.headers.host, services))
      .header('cross-origin-opener-policy', 'same-origin')
      .sendFile('index.html', { cacheControl: false });

  if (embedDir !== null) {
    await app.register(fastifyStatic, {
      root: embedDir,
      prefix: '/embed/',
      decorateReply: false,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', hashedName.test(path) ? year : 'public, max-age=300');
        reply.header('access-control-allow-origin', '*');
        reply.header('cross-origin-resource-policy', 'cross-origin');
      },
    });
  }
  if (appDir !== null) {
    await app.register(fastifyStatic, {
      root: appDir,
      prefix: '/',
      index: false,
      wildcard: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', hashedName.test(path) && !path.endsWith('.html') ? year : revalidate);
        reply.header('cross-origin-resource-policy', 'same-origin');
      },
    });
    app.get('/', (request, reply) => sendPage(request, reply));
  }
  app.setNotFoundHandler((request, reply) => {
    if (appDir !== null && isPage(request)) return sendPage(request, reply);
    return answerError(new AppError('not-found'), null, request, reply);
  });
}

function isPage({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? '';
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (/^\/(public|embed)(\/|$)/.test(path) || /\.\w{1,8}$/.test(path)) return false;
  return (headers.accept ?? '*/*').includes('*/*') || (headers.accept ?? '').includes('text/html');
}

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from './app-error.ts';
import { answerError } from './http-errors.ts';
import { localCameraPolicy, pagePolicy } from './http-security.ts';
import type { LinkSettings } from './settings/link-settings.ts';

const year = 'public, max-age=31536000, immutable';
const revalidate = 'no-cache';
/** Matches `name-3f9a1c2b.js`, a name that changes with its content. A lower-case word is no hash: `camera-settings.js`. */
const hashedName = /[-.](?=[\w-]{0,63}[A-Z0-9_])[\w-]{8,64}\.\w{1,8}$/;

/** The embed files of one version, in a folder with its number: they never change. */
const versionFolder = /[\\/]\d{1,9}\.\d{1,9}\.\d{1,9}(-[\w.-]{1,64})?[\\/]/;

/** A worker of the app that has its own policy. */
const localCameraWorker = /\/local-camera-worker-[\w-]+\.js$/;

export interface StaticOptions {
  readonly appDir: string | null;
  readonly embedDir: string | null;
  /** The operator's pages, which the app reads from its document. */
  readonly links?: LinkSettings;
  /** Path under which browsers reach the server; empty for the root. */
  readonly basePath?: string;
  /** Origins that the app's pages may call besides this server. */
  readonly services?: readonly string[];
}

/** Serves the built app with its strict policy, the embed files to any page, and 404 in the contract's envelope for all other paths. */
export async function registerStatic(
  app: FastifyInstance,
  { appDir, embedDir, links = { en: {}, ru: {} }, services = [], basePath = '' }: StaticOptions,
): Promise<void> {
  /** Sends the app's only page; the browser handles its routes. */
  const sendPage = async (directory: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const page = withLinks(withBasePath(await readFile(join(directory, 'index.html'), 'utf8'), basePath), links);
    return reply
      .code(200)
      .header('content-security-policy', pagePolicy(request.headers.host, services))
      .header('cross-origin-opener-policy', 'same-origin')
      .header('cache-control', revalidate)
      .header('cross-origin-resource-policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(page);
  };

  if (embedDir !== null) {
    await app.register(fastifyStatic, {
      root: embedDir,
      prefix: '/embed/',
      decorateReply: false,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', isLasting(path.slice(embedDir.length)) ? year : 'public, max-age=300');
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
        if (localCameraWorker.test(path)) reply.header('content-security-policy', localCameraPolicy);
      },
    });
    app.get('/', (request, reply) => sendPage(appDir, request, reply));
  }
  app.setNotFoundHandler((request, reply) => {
    if (appDir !== null && isPage(request)) return sendPage(appDir, request, reply);
    return answerError(new AppError('not-found'), null, request, reply);
  });
}

function isLasting(path: string): boolean {
  return hashedName.test(path) || versionFolder.test(path);
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };

/** Fills the `<meta name="watchpost:links">` that the app reads. */
function withLinks(page: string, links: LinkSettings): string {
  const content = JSON.stringify(links).replaceAll(/[&"<]/g, (character) => escapes[character] ?? '');
  return page.replace(/(<meta name="watchpost:links" content=")[^"]*/, (_, start: string) => start + content);
}

/** Adds the path to the page's own addresses, and fills the `<meta name="watchpost:base">` that the app reads. */
function withBasePath(page: string, basePath: string): string {
  if (basePath === '') return page;
  return page
    .replaceAll(/(?<=\s(?:href|src)=")\/(?!\/)/g, `${basePath}/`)
    .replace(/(<meta name="watchpost:base" content=")[^"]*/, (_, start: string) => start + basePath);
}

function isPage({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? '';
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (/^\/(public|embed)(\/|$)/.test(path) || /\.\w{1,8}$/.test(path)) return false;
  return (headers.accept ?? '*/*').includes('*/*') || (headers.accept ?? '').includes('text/html');
}

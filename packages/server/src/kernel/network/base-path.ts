import type { FastifyInstance } from 'fastify';

/**
 * First parts of this server's own addresses that are no page. Where a proxy removes the prefix, an address that begins like it could not be
 * distinguished from one of these.
 */
const reserved = ['public', 'embed', 'e', 'assets', 'icons', 'healthz', 'readyz', 'metrics', 'sandbox-payments'];

export interface PublicAddress {
  /** `https://cams.example`. */
  readonly origin: string;
  /** `/cams`; empty when the server is at the root of its origin. */
  readonly basePath: string;
}

/** Reads the address under which browsers reach the server; null when the text is not an address. */
export function readPublicAddress(value: string): PublicAddress | null {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const basePath = url.pathname.replace(/\/$/, '');
  // As typed: nothing that a browser or a proxy could write in another way.
  if (![url.origin + basePath, `${url.origin}${basePath}/`].includes(value) || !/^(?:\/[\w.~-]{1,64}){0,8}$/.test(basePath)) return null;
  return reserved.includes(basePath.split('/')[1] ?? '') ? null : { origin: url.origin, basePath };
}

/** Returns the address for links, `https://cams.example/cams`; null when only the listen address is known. */
export function publicUrlOf({
  publicOrigin,
  basePath,
}: {
  readonly publicOrigin: string | null;
  readonly basePath: string;
}): string | null {
  return publicOrigin === null ? null : publicOrigin + basePath;
}

/** Returns the address of a request without the prefix, which some proxies pass and others remove. */
export function withoutBasePath(url: string, basePath: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url;
  const rest = url.slice(basePath.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}

/** Adds the prefix to what an answer's headers name: routes are written as if they were at the root. Call it after the cookie plugin. */
export function addBasePath(app: FastifyInstance, basePath: string): void {
  if (basePath === '') return;
  app.addHook('onSend', async (_request, reply) => {
    const location = reply.getHeader('location');
    if (typeof location === 'string' && /^\/(?!\/)/.test(location)) reply.header('location', basePath + location);
    const cookies = [reply.getHeader('set-cookie') ?? []].flat();
    if (cookies.length === 0) return;
    reply.removeHeader('set-cookie');
    reply.header(
      'set-cookie',
      cookies.map((cookie) => String(cookie).replace(/(?<=; Path=)\/[^;]*/, (path) => (path === '/' ? basePath : basePath + path))),
    );
  });
}

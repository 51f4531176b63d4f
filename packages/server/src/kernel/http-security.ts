import { takenAtHeader } from '@watchpost/contract/kernel';
import { localCameraPort } from '@watchpost/contract/protocols/local-camera';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Answers that any page may read: the token in the request decides, never a cookie. */
const openPrefix = '/public/api/v3/cameras';

/** Watching over WebRTC begins with a POST and ends with a DELETE, and a snapshot is asked for by a POST; the token decides there too. */
const whep = /^\/public\/api\/v3\/cameras\/[\w-]+\/whep(\/[\w-]+)?(\?|$)/;
const snapshot = /^\/public\/api\/v3\/cameras\/[\w-]+\/snapshot(\?|$)/;

/** The headers of every answer, and CORS for camera and media reads. */
export function installSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'no-referrer');
    if (!request.url.startsWith('/public/')) return;
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    reply.header('cache-control', 'no-store');
    reply.header('vary', 'Accept-Language, Authorization, Cookie, Origin');
    if (isOpen(request)) reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', `Retry-After, Date, Location, ETag, Content-Disposition, ${takenAtHeader}`);
  });
  for (const url of [openPrefix, `${openPrefix}/*`]) {
    app.options(url, async (request, reply) =>
      reply
        .code(204)
        .header('access-control-allow-methods', methodsOf(request.url))
        .header('access-control-allow-headers', 'Authorization, Accept-Language, Content-Type, Range, If-Range')
        .header('access-control-max-age', '7200')
        .send(),
    );
  }
}

function methodsOf(url: string): string {
  if (snapshot.test(url)) return 'POST';
  return whep.test(url) ? 'POST, DELETE' : 'GET';
}

function isOpen({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || whep.test(url) || snapshot.test(url)) && (url === openPrefix || url.startsWith(`${openPrefix}/`) || url.startsWith(`${openPrefix}?`));
}

/**
 * The policy of the app's pages: only our own scripts and styles, video from blobs, and no markup from strings.
 * @param host the Host header; named for the WebSocket, which older browsers do not count as 'self'
 * @param services origins that the pages call besides this server
 */
export function pagePolicy(host: string | undefined, services: readonly string[] = []): string {
  const sockets = host !== undefined && /^[\w.:[\]-]{1,255}$/.test(host) ? ` ws://${host} wss://${host}` : '';
  return [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    "media-src 'self' blob:",
    "img-src 'self' blob: data:",
    // A camera that registers itself is asked in its own network, at this one port.
    ['connect-src', "'self'" + sockets, `http://*:${localCameraPort}`, ...services].join(' '),
  ].join('; ');
}

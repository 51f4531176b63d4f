import { takenAtHeader } from '@watchpost/contract/kernel';
import { localCameraPort } from '@watchpost/contract/protocols/local-camera';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Paths that any page can read: the token in the request authorizes, never a cookie. */
const openPrefix = '/public/api/v3/cameras';
/** A television's page plays these, too; the token is in the path. */
const streamPrefix = '/public/api/v3/streams/';

const steeringPrefix = '/public/api/v2/cameraphone/cameras/:id/ptz';

/** WebRTC sessions begin with a POST and end with a DELETE, and a POST requests a snapshot; the token authorizes these too. */
const whep = /^\/public\/api\/v3\/cameras\/[\w-]+\/whep(\/[\w-]+)?(\?|$)/;
/** A page with the right to move the camera does so by POST. */
const steering = /^\/public\/api\/v2\/cameraphone\/cameras\/[\w-]+\/ptz(\/(move|go))?(\?|$)/;
/** A player reports how it went; the token authorizes. */
const qualityReportsPath = '/public/api/v3/quality-reports';
const qualityReports = /^\/public\/api\/v3\/quality-reports(\?|$)/;
const snapshot = /^\/public\/api\/v3\/cameras\/[\w-]+\/snapshot(\?|$)/;

/**
 * Sets the headers of every answer, and CORS for camera and media reads.
 * @param options isSecure: browsers reach the server by https, and from then on by nothing else
 */
export function installSecurityHeaders(app: FastifyInstance, { isSecure }: { isSecure: boolean }): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'no-referrer');
    if (isSecure) reply.header('strict-transport-security', 'max-age=31536000');
    if (!request.url.startsWith('/public/')) return;
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    reply.header('cache-control', 'no-store');
    reply.header('vary', 'Accept-Language, Authorization, Cookie, Origin');
    if (isOpen(request))
      reply
        .header('access-control-allow-origin', '*')
        .header('access-control-expose-headers', `Retry-After, Date, Location, ETag, Content-Disposition, ${takenAtHeader}`);
  });
  for (const url of [openPrefix, `${openPrefix}/*`, steeringPrefix, `${steeringPrefix}/*`, qualityReportsPath]) {
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
  if (steering.test(url)) return 'GET, POST';
  if (snapshot.test(url) || qualityReports.test(url)) return 'POST';
  return whep.test(url) ? 'POST, DELETE' : 'GET';
}

function isOpen({ method, url }: FastifyRequest): boolean {
  if (url.startsWith(streamPrefix)) return method === 'GET' || method === 'HEAD';
  if (qualityReports.test(url)) return method === 'OPTIONS' || method === 'POST';
  if (steering.test(url)) return method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || method === 'POST';
  return (
    (method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || whep.test(url) || snapshot.test(url)) &&
    (url === openPrefix || url.startsWith(`${openPrefix}/`) || url.startsWith(`${openPrefix}?`))
  );
}

/**
 * Returns the policy of the app's pages: only our own scripts and styles, video from blobs, and no markup from strings.
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
    // These create the app's workers and register its service worker; nothing else may turn text into code.
    'trusted-types watchpost-app watchpost-worker',
    ['connect-src', "'self'" + sockets, ...services].join(' '),
  ].join('; ');
}

/**
 * The policy of the only worker that connects to cameras that register themselves: they are in the user's network, at this one port. A
 * worker has the policy of its own file, so the pages need not allow it.
 */
export const localCameraPolicy: string = `default-src 'none'; script-src 'self'; connect-src http://*:${localCameraPort}`;

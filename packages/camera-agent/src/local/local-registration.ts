import { localCameraPort } from '@watchpost/contract/protocols/local-camera';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIP, type AddressInfo } from 'node:net';
import { RegistrationError } from '../link/registration.ts';
import { localPage, type LocalInfo } from './local-page.ts';

/** What that page needs. */
export interface LocalRegistrationOptions {
  readonly info: LocalInfo;
  /** Origin of the product, whose page is the only one that may call the camera. */
  readonly productOrigin: string;
  readonly port?: number;
  /** Whether it already has credentials; false by default. */
  readonly isRegistered?: boolean;
  /** @throws {RegistrationError} when the server refuses */
  readonly register: (registrationToken: string) => Promise<void>;
}

/** The page of a camera at its own address, by which it is registered. */
export interface LocalRegistration {
  readonly port: number;
  close(): Promise<void>;
}

type State = 'waiting' | 'registering' | 'registered';

const maxBodyBytes = 4096;
const token = /^[\w.~+/-]{16,256}$/;

/** Serves the camera's own registration until it is closed. */
export async function serveLocalRegistration({
  info,
  productOrigin,
  port = localCameraPort,
  isRegistered = false,
  register,
}: LocalRegistrationOptions): Promise<LocalRegistration> {
  let state: State = isRegistered ? 'registered' : 'waiting';

  const takeToken = async (request: IncomingMessage): Promise<Answer> => {
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (bearer === undefined || !token.test(bearer)) return refusal(401, 'unauthorized', 'The registration token is missing.');
    const registrationToken = readToken(await readBody(request));
    if (registrationToken === null) return refusal(422, 'invalid-request', 'The body must be {"registrationToken": "…"}.');
    if (registrationToken !== bearer) return refusal(403, 'forbidden', 'The bearer is for another registration.');
    if (state !== 'waiting') return refusal(409, 'camera-connected', 'The camera is registered already.');
    state = 'registering';
    try {
      await register(registrationToken);
      state = 'registered';
      return { status: 201, body: { ...info, state } };
    } catch (error) {
      state = 'waiting';
      if (error instanceof RegistrationError) return refusal(error.status, error.code, error.message);
      return refusal(502, 'unavailable', 'The camera does not reach the server.');
    }
  };

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { origin, host = '' } = request.headers;
    // A foreign host name that points here (DNS rebinding) would make a foreign page same-origin with the camera.
    if (!isOwnName(host)) return refusal(403, 'origin-forbidden', 'Call the camera by its address.');
    // Otherwise any page could register the camera, or read its serial number, through a browser in this network.
    if (origin !== undefined && origin !== productOrigin) return refusal(403, 'origin-forbidden', 'This page may not talk to the camera.');
    const path = new URL(request.url ?? '/', 'http://camera').pathname;
    if (request.method === 'OPTIONS') return { status: 204, body: null };
    if (request.method === 'GET' && path === '/') return { status: 200, body: { ...info, state } };
    if (request.method === 'POST' && path === '/register') return takeToken(request);
    return refusal(404, 'not-found', 'Not found');
  };

  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5000, maxHeaderSize: 8192 }, (request, response) => {
    const { origin, host = '', accept = '' } = request.headers;
    if (request.method === 'GET' && request.url === '/' && accept.includes('text/html') && origin === undefined && isOwnName(host))
      return sendPage(response, localPage(info));
    answer(request)
      .catch(() => refusal(500, 'internal-error', 'Something went wrong.'))
      .then((result) => send(request, response, result, productOrigin))
      .catch(() => response.destroy());
  });
  server.maxConnections = 32;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Whether the host is an IP address or a name that only resolves locally. @param host value of the header, port included */
function isOwnName(host: string): boolean {
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '') : '';
  return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.local');
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

function refusal(status: number, code: string, message: string): Answer {
  return { status, body: { error: { code, message } } };
}

function readToken(body: string | null): string | null {
  try {
    const value: unknown = JSON.parse(body ?? '');
    if (typeof value !== 'object' || value === null || !('registrationToken' in value)) return null;
    const { registrationToken } = value;
    return typeof registrationToken === 'string' && token.test(registrationToken) ? registrationToken : null;
  } catch {
    return null;
  }
}

/** Null when the body is too large. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Read an oversized body to its end, so that the client receives the reason for the refusal.
    if (size <= maxBodyBytes) chunks.push(chunk);
  }
  return size > maxBodyBytes ? null : Buffer.concat(chunks).toString('utf8');
}

const always = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-site' } as const;

function send(request: IncomingMessage, response: ServerResponse, { status, body }: Answer, productOrigin: string): void {
  const { headers } = request;
  const isAllowed = headers.origin === productOrigin;
  response.writeHead(status, {
    ...always,
    vary: 'Origin',
    ...(isAllowed && {
      'access-control-allow-origin': productOrigin,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization, content-type',
    }),
    // A public page's browser sends a preflight before it calls a private address (Private Network Access).
    ...(isAllowed && headers['access-control-request-private-network'] === 'true' && { 'access-control-allow-private-network': 'true' }),
    ...(body !== null && { 'content-type': 'application/json; charset=utf-8' }),
  });
  response.end(body === null ? undefined : JSON.stringify(body));
}

function sendPage(response: ServerResponse, page: string): void {
  response.writeHead(200, {
    ...always,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  });
  response.end(page);
}

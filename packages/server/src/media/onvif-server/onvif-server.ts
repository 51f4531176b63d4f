import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';
import { createFloodLimit } from '../../kernel/limits/flood-limit.ts';
import { createWindowLimit } from '../../kernel/limits/window-limit.ts';
import type { Logger } from '../../kernel/log.ts';
import { networkOf } from '../../kernel/network/network-of.ts';
import type { Certificate } from '../rtsp-server/rtsp-certificate.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { formatFault, onvifFaults, type OnvifFault } from './onvif-envelopes.ts';
import { createOnvifHandler } from './onvif-handler.ts';
import type { OnvifAuthorizer, OnvifMotion, OnvifSteering } from './onvif-link.ts';
import type { OnvifPlace } from './onvif-operations.ts';
import { parseOnvifPath } from './onvif-paths.ts';
import { createPullPoints } from './onvif-pull-points.ts';

/** Lets recorders add cameras by ONVIF. They play them by RTSP. */
export interface OnvifServer {
  /**
   * Opens the port.
   * @param certificate for HTTPS: every connection is encrypted then
   * @returns the port
   */
  listen(host: string, port: number, certificate?: Certificate | null): Promise<number>;
  /** Replaces the certificate, for new connections. */
  renewCertificate(certificate: Certificate): void;
  close(): Promise<void>;
}

export interface OnvifServerDeps {
  readonly authorizer: OnvifAuthorizer;
  readonly streams: Pick<StreamRegistry, 'get'>;
  readonly motion: OnvifMotion;
  readonly steering: OnvifSteering;
  /** Returns where RTSP is, for the host by which a recorder reaches this server: `rtsp://192.168.1.5:8554`. */
  readonly rtspOrigin: (hostname: string) => string;
  readonly clock: Clock;
  readonly log: Logger;
}

const maxConnections = 256;
const maxConnectionsPerNetwork = 64;
/** Limit of one connection. */
const maxRequestsPerSecond = 50;
/** From one network. */
const wrongPasswordsPerMinute = 30;
const maxBodyBytes = 64 * 1024;
const timeouts = { headersTimeout: 10_000, requestTimeout: 15_000, keepAliveTimeout: 30_000, connectionsCheckingInterval: 5000 } as const;
const maxHeaderSize = 8192;
const handshakeTimeoutMs = 10_000;

export function createOnvifServer(deps: OnvifServerDeps): OnvifServer {
  const { authorizer, streams, motion, steering, rtspOrigin, clock, log } = deps;
  const limit = createWindowLimit({ clock, windowMs: 60_000, maxCount: wrongPasswordsPerMinute });
  const onWrongPassword = (network: string): void => {
    try {
      limit(network);
    } catch (error) {
      log.warn({ network }, 'Too many wrong passwords by ONVIF');
      throw error;
    }
  };
  const pullPoints = createPullPoints({ clock, motion });
  const handle = createOnvifHandler({ authorizer, streams, pullPoints, steering, clock, onWrongPassword });
  const networks = new Map<Socket, string>();
  const floods = new WeakMap<Socket, () => boolean>();
  let isSecure = false;

  const placeOf = ({ headers, socket }: IncomingMessage, target: Pick<OnvifPlace, 'linkId' | 'pullPointId'>): OnvifPlace => {
    const localAddress = plainAddress(socket.localAddress ?? '127.0.0.1');
    const host = readHost(headers.host) ?? `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${socket.localPort ?? 80}`;
    const origin = `${isSecure ? 'https' : 'http'}://${host}`;
    return {
      origin,
      rtspOrigin: rtspOrigin(new URL(origin).hostname),
      linkId: target.linkId,
      pullPointId: target.pullPointId,
      localAddress,
    };
  };

  const sendSnapshot = async (token: string, network: string, response: ServerResponse): Promise<void> => {
    try {
      const jpeg = await authorizer.snapshot(token);
      response
        .writeHead(200, { 'content-type': 'image/jpeg', 'content-length': jpeg.byteLength, 'cache-control': 'private, no-store' })
        .end(jpeg);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.status === 404) onWrongPassword(network);
      response.writeHead(error.status).end();
    }
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', socket, headers } = request;
    const network = networkOf(socket.remoteAddress ?? '');
    const target = parseOnvifPath(url);
    if (!target) return send(response, onvifFaults.noAddress);
    if (target.kind === 'snapshot')
      return method === 'GET' ? sendSnapshot(target.token, network, response) : send(response, onvifFaults.noMethod);
    if (method !== 'POST') return send(response, onvifFaults.noMethod);
    const body = await readBody(request);
    if (body === null) return send(response, onvifFaults.tooLong);
    const { authorization } = headers;
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const answer = await handle(
      { method, target: url, authorization, body, place: placeOf(request, target), signal: gone.signal },
      network,
    );
    if (answer.challenge !== null) response.setHeader('www-authenticate', answer.challenge);
    if (answer.status === 429) response.setHeader('connection', 'close');
    write(response, answer.status, answer.body);
  };

  const onRequest: RequestListener = (request, response) => {
    const { socket } = request;
    const isFlood = floods.get(socket) ?? createFloodLimit(clock, maxRequestsPerSecond);
    floods.set(socket, isFlood);
    if (isFlood()) return void socket.destroy();
    respond(request, response).catch((error: unknown) => {
      if (response.headersSent || socket.destroyed) return void socket.destroy();
      const isLimit = error instanceof AppError && error.code === 'too-many-requests';
      if (!(error instanceof AppError)) log.warn({ err: error }, 'An ONVIF request failed');
      send(response, isLimit ? onvifFaults.tooMany : onvifFaults.unavailable);
    });
  };

  const onConnection = (socket: Socket): void => {
    const network = networkOf(socket.remoteAddress ?? '');
    const own = [...networks.values()].filter((other) => other === network).length;
    socket.on('error', () => socket.destroy());
    if (own >= maxConnectionsPerNetwork) return void socket.destroy();
    networks.set(socket, network);
    socket.once('close', () => networks.delete(socket));
  };

  let server: Server | TlsServer | null = null;
  return {
    listen: async (host, port, certificate = null) => {
      isSecure = certificate !== null;
      const options = { ...timeouts, maxHeaderSize };
      server = certificate
        ? createTlsServer({ ...options, ...certificate, handshakeTimeout: handshakeTimeoutMs }, onRequest)
        : createServer(options, onRequest);
      // Handshakes count, too.
      server.maxConnections = maxConnections;
      server.on('connection', onConnection);
      server.listen({ host, port });
      await once(server, 'listening');
      const address = server.address();
      if (address === null || typeof address === 'string') throw new TypeError('The port of a TCP server is known.');
      return address.port;
    },
    renewCertificate: (certificate) => {
      if (server && 'setSecureContext' in server) server.setSecureContext(certificate);
    },
    close: async () => {
      pullPoints.close();
      if (!server) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function send(response: ServerResponse, fault: OnvifFault): void {
  // What follows in the connection may be the rest of a body that was not read.
  response.setHeader('connection', 'close');
  write(response, fault.status, formatFault(fault));
}

function write(response: ServerResponse, status: number, body: string): void {
  const bytes = Buffer.from(body);
  response
    .writeHead(status, {
      'content-type': 'application/soap+xml; charset=utf-8',
      'content-length': bytes.length,
      'cache-control': 'no-store',
    })
    .end(bytes);
}

/** Returns null for a body that is too long, and for a connection that ended. */
function readBody(request: IncomingMessage): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) return Promise.resolve(null);
  const chunks: Buffer[] = [];
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= maxBodyBytes) return void chunks.push(chunk);
    // Not destroyed: the refusal is still sent.
    request.pause();
    resolve(null);
  });
  request.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
  request.once('close', () => resolve(null));
  return promise;
}

/** Returns a host with its port, as a client may name it; null for anything else. */
function readHost(header: string | undefined): string | null {
  if (header === undefined || !/^(?:[\w.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\])(?::\d{1,5})?$/.test(header)) return null;
  return URL.canParse(`http://${header}`) ? header : null;
}

/** An IPv4 client of a socket for IPv6 has an address of IPv6. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : (address.split('%')[0] ?? address);
}

import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';
import { createWindowLimit } from '../../kernel/limits/window-limit.ts';
import type { Logger } from '../../kernel/log.ts';
import { networkOf } from '../../kernel/network/network-of.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import type { Certificate } from './rtsp-certificate.ts';
import { createRtspSession, type RtspAuthorizer, type RtspSession } from './rtsp-session.ts';

/** Plays cameras by RTSP to recorders, players and home automation. */
export interface RtspServer {
  /**
   * Opens the port.
   * @param certificate for RTSPS: every connection is encrypted then
   * @returns the port
   */
  listen(host: string, port: number, certificate?: Certificate | null): Promise<number>;
  /** Replaces the certificate, for new connections. */
  renewCertificate(certificate: Certificate): void;
  /** Number of connections. */
  readonly connections: number;
  close(): Promise<void>;
}

export interface RtspServerDeps {
  readonly authorizer: RtspAuthorizer;
  readonly streams: StreamRegistry;
  readonly clock: Clock;
  readonly log: Logger;
}

const maxConnections = 256;
const maxConnectionsPerNetwork = 64;
/** From one network. */
const wrongPasswordsPerMinute = 30;
const keepAliveMs = 30_000;
const handshakeTimeoutMs = 10_000;

export function createRtspServer({ authorizer, streams, clock, log }: RtspServerDeps): RtspServer {
  const sessions = new Map<RtspSession, string>();
  const limit = createWindowLimit({ clock, windowMs: 60_000, maxCount: wrongPasswordsPerMinute });
  const accept = (socket: Socket): void => {
    const network = networkOf(socket.remoteAddress ?? '');
    const own = [...sessions.values()].filter((other) => other === network).length;
    socket.on('error', () => socket.destroy());
    if (sessions.size >= maxConnections || own >= maxConnectionsPerNetwork) return void socket.destroy();
    socket.setNoDelay(true);
    socket.setKeepAlive(true, keepAliveMs);
    const session = createRtspSession({
      socket: {
        write: (data) => {
          if (!socket.destroyed) socket.write(data);
        },
        get bufferedBytes() {
          return socket.writableLength;
        },
        // What was answered last still arrives.
        close: () => socket.destroySoon(),
      },
      authorizer,
      streams,
      clock,
      onWrongPassword: () => {
        try {
          limit(network);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          log.warn({ network }, 'Too many wrong passwords by RTSP');
          session.end();
        }
      },
    });
    sessions.set(session, network);
    socket.on('data', session.onData);
    socket.once('close', () => {
      sessions.delete(session);
      session.end();
    });
  };
  let server: Server | TlsServer | null = null;
  return {
    listen: async (host, port, certificate = null) => {
      server = certificate ? createTlsServer({ ...certificate, handshakeTimeout: handshakeTimeoutMs }, accept) : createServer(accept);
      // Handshakes count, too.
      server.maxConnections = maxConnections;
      server.listen({ host, port });
      await once(server, 'listening');
      const address = server.address();
      if (address === null || typeof address === 'string') throw new TypeError('The port of a TCP server is known.');
      return address.port;
    },
    renewCertificate: (certificate) => {
      if (server && 'setSecureContext' in server) server.setSecureContext(certificate);
    },
    get connections() {
      return sessions.size;
    },
    close: async () => {
      for (const session of sessions.keys()) session.end();
      sessions.clear();
      if (!server) return;
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

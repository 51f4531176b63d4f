import type { Clock } from '@watchpost/contract/timing/clock';
import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { createServer, TLSSocket } from 'node:tls';
import { ConfigError, type ServerConfig } from '../kernel/config.ts';
import type { Logger } from '../kernel/log.ts';
import type { ServerModule } from '../kernel/module/server-module.ts';
import { explainListenError } from '../kernel/settings/listen-address.ts';
import { readCertificate, watchCertificate, type Certificate } from '../media/rtsp-server/rtsp-certificate.ts';

interface HttpsModuleDeps {
  readonly config: Pick<ServerConfig, 'host' | 'publicOrigin' | 'tls'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly app: FastifyInstance;
}

interface HttpsModule extends ServerModule {
  /** Null until it listens. */
  readonly port: () => number | null;
}

const handshakeTimeoutMs = 10_000;

/**
 * Serves HTTPS by certificate files, which are read again when they are renewed. Decrypted connections are given to the HTTP server, so that
 * its limits, its counting and its stop apply to them. Requests of other machines that come unencrypted are sent on to HTTPS.
 */
export function createHttpsModule({ config, clock, log, app }: HttpsModuleDeps): HttpsModule {
  const { tls, publicOrigin, host } = config;
  if (tls === null || publicOrigin === null) return { name: 'https', port: () => null };
  const server = createServer({ minVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'], handshakeTimeout: handshakeTimeoutMs }, (socket) =>
    // Node documents this event for connections that another server accepted.
    app.server.emit('connection', socket),
  );
  // Scanners and clients of old protocols: there is nobody to answer.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  let stopWatching = (): void => undefined;

  app.addHook('onRequest', async ({ raw, originalUrl }, reply) => {
    if (raw.socket instanceof TLSSocket || isLoopback(raw.socket.remoteAddress)) return;
    // A client may send a whole address in place of a path.
    return reply.redirect(publicOrigin + (originalUrl.startsWith('/') ? originalUrl : '/'), 308);
  });
  let certificate: Certificate | null = null;
  return {
    name: 'https',
    port: () => {
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : null;
    },
    start: async () => {
      certificate = await readCertificate(tls).catch((cause: unknown) => {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new ConfigError(
          `HTTPS can't use ${tls.certFile} and ${tls.keyFile}: ${reason}.\nGive the PEM files of a certificate with its chain (WATCHPOST_TLS_CERTIFICATE) and of its key (WATCHPOST_TLS_KEY).`,
        );
      });
      server.setSecureContext(certificate);
    },
    listening: async () => {
      server.listen(tls.port, host);
      await once(server, 'listening').catch((error: unknown) => {
        const reason = explainListenError(error, 'WATCHPOST_TLS_PORT=8444');
        throw reason === null ? error : new ConfigError(reason);
      });
      if (certificate)
        stopWatching = watchCertificate(tls, certificate, { clock, log, of: 'HTTPS', onRenewed: (next) => server.setSecureContext(next) });
    },
    stop: () => {
      stopWatching();
      // Its connections are those of the HTTP server, which ends them.
      if (server.listening) server.close();
    },
  };
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(?:::ffff:)?127\.|^::1$/.test(address);
}

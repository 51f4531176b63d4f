import type { Clock } from '@watchpost/contract/timing/clock';
import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { createServer, TLSSocket } from 'node:tls';
import { ConfigError, type ServerConfig } from '../kernel/config.ts';
import type { Logger } from '../kernel/log.ts';
import type { ServerModule } from '../kernel/module/server-module.ts';
import type { TlsSettings } from '../kernel/network/tls-settings.ts';
import { explainListenError } from '../kernel/settings/listen-address.ts';
import { readCertificate, watchCertificate, type Certificate } from '../media/rtsp-server/rtsp-certificate.ts';
import { createAcmeCertificates } from './acme/acme-certificates.ts';
import { createAcmeStore } from './acme/acme-store.ts';

interface HttpsModuleDeps {
  readonly config: Pick<ServerConfig, 'dataDir' | 'host' | 'publicOrigin' | 'tls'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly app: FastifyInstance;
  /** 0 to 1; for tests. */
  readonly random?: () => number;
}

interface HttpsModule extends ServerModule {
  /** Null until it listens. */
  readonly port: () => number | null;
  /** What operators should know of its certificate; null for nothing. */
  readonly warning: () => string | null;
}

/** Where the certificate comes from. */
interface CertificateSource {
  /** Null when there is none yet. */
  load(): Promise<Certificate | null>;
  /** Begins to call back with each certificate that follows; the HTTP port is open. */
  start(): void;
  stop(): Promise<void> | void;
  /** What to answer an authority that asks for a path; null for any other path. */
  answer(path: string): string | null;
  /** What operators should know; null for nothing. */
  warning(): string | null;
}

const handshakeTimeoutMs = 10_000;

/**
 * Serves HTTPS by certificate files, which are read again when they are renewed, or by certificates that the server obtains itself.
 * Decrypted connections are given to the HTTP server, so that its limits, its counting and its stop apply to them. Requests of other
 * machines that come unencrypted are sent on to HTTPS.
 */
export function createHttpsModule({ config, clock, log, app, random = Math.random }: HttpsModuleDeps): HttpsModule {
  const { tls, publicOrigin, host, dataDir } = config;
  if (tls === null || publicOrigin === null) return { name: 'https', port: () => null, warning: () => null };
  const server = createServer({ minVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'], handshakeTimeout: handshakeTimeoutMs }, (socket) =>
    // Node documents this event for connections that another server accepted.
    app.server.emit('connection', socket),
  );
  // Scanners and clients of old protocols: there is nobody to answer. Nor is there a certificate before an authority has issued the first.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  const onCertificate = (certificate: Certificate): void => server.setSecureContext(certificate);
  const source = createSource(tls, { clock, log, onCertificate, dataDir, random });

  app.addHook('onRequest', async ({ raw, originalUrl }, reply) => {
    // First of all: the authority asks from another machine, and unencrypted.
    const answer = source.answer(originalUrl);
    if (answer !== null) return reply.type('application/octet-stream').send(answer);
    if (raw.socket instanceof TLSSocket || isLoopback(raw.socket.remoteAddress)) return;
    // A client may send a whole address in place of a path.
    return reply.redirect(publicOrigin + (originalUrl.startsWith('/') ? originalUrl : '/'), 308);
  });
  const port = (): number | null => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : null;
  };
  return {
    name: 'https',
    port,
    warning: source.warning,
    start: async () => {
      const certificate = await source.load();
      if (certificate) onCertificate(certificate);
    },
    listening: async () => {
      server.listen(tls.port, host);
      await once(server, 'listening').catch((error: unknown) => {
        const reason = explainListenError(error, 'WATCHPOST_TLS_PORT=8444');
        throw reason === null ? error : new ConfigError(reason);
      });
      log.info({ port: port() }, 'HTTPS listens');
      source.start();
    },
    stop: async () => {
      // Its connections are those of the HTTP server, which ends them.
      if (server.listening) server.close();
      await source.stop();
    },
  };
}

interface SourceDeps extends Pick<HttpsModuleDeps, 'clock' | 'log'> {
  readonly onCertificate: (certificate: Certificate) => void;
  readonly dataDir: string;
  readonly random: () => number;
}

function createSource({ files, acme }: TlsSettings, deps: SourceDeps): CertificateSource {
  if (acme !== null)
    return createAcmeCertificates({
      ...deps,
      settings: acme,
      store: createAcmeStore(deps.dataDir),
      loadAuthority: async () => (await import('../adapters/acme/acme-client.ts')).createAcmeAuthority(),
    });
  if (files === null) throw new Error('HTTPS has no certificate: readTls allows no such settings.');
  return createFileSource(files, deps);
}

function createFileSource(files: NonNullable<TlsSettings['files']>, { clock, log, onCertificate }: SourceDeps): CertificateSource {
  let certificate: Certificate | null = null;
  let stop = (): void => undefined;
  return {
    load: async () => {
      certificate = await readCertificate(files).catch((cause: unknown) => {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new ConfigError(
          `HTTPS can't use ${files.certFile} and ${files.keyFile}: ${reason}.\nGive the PEM files of a certificate with its chain (WATCHPOST_TLS_CERTIFICATE) and of its key (WATCHPOST_TLS_KEY).`,
        );
      });
      return certificate;
    },
    start: () => {
      if (certificate) stop = watchCertificate(files, certificate, { clock, log, of: 'HTTPS', onRenewed: onCertificate });
    },
    stop: () => stop(),
    answer: () => null,
    warning: () => null,
  };
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(?:::ffff:)?127\.|^::1$/.test(address);
}

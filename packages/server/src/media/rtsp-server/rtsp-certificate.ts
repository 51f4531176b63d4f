import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../kernel/log.ts';

/** PEM files of a certificate with its chain, and of its private key. */
export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** In PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Certificates are renewed weeks before they expire. */
const checkIntervalMs = 3_600_000;

/** Reads a certificate. @throws {Error} when a file can't be read, or the two don't belong together */
export async function readCertificate({ certFile, keyFile }: CertificateFiles): Promise<Certificate> {
  const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')]);
  createSecureContext({ cert, key });
  return { cert, key };
}

/**
 * Calls back with a renewed certificate, so that the server need not restart. While the files can't be used, the last certificate stays.
 * @returns a function that ends it
 */
export function watchCertificate(
  files: CertificateFiles,
  current: Certificate,
  {
    clock,
    log,
    of,
    onRenewed,
  }: {
    readonly clock: Clock;
    readonly log: Logger;
    /** What uses it, for the log. */
    readonly of: 'RTSP' | 'HTTPS';
    readonly onRenewed: (certificate: Certificate) => void;
  },
): () => void {
  let last = current;
  const check = async (): Promise<void> => {
    const next = await readCertificate(files);
    if (next.cert === last.cert && next.key === last.key) return;
    last = next;
    onRenewed(next);
    log.info({ certFile: files.certFile }, `${of} uses the renewed certificate`);
  };
  return callEvery(
    clock,
    checkIntervalMs,
    () =>
      void check().catch((error: unknown) =>
        log.warn({ err: error, certFile: files.certFile }, `The certificate of ${of} could not be read again; the last one stays`),
      ),
  );
}

import { resolve } from 'node:path';
import { z } from 'zod';

/** The server's own HTTPS: for one that no proxy stands in front of. */
export interface TlsSettings {
  /** PEM: the certificate with its chain. */
  readonly certFile: string;
  /** PEM: its private key. */
  readonly keyFile: string;
  readonly port: number;
}

/** For the schema of the environment. */
export const tlsVariables: {
  readonly WATCHPOST_TLS_CERTIFICATE: z.ZodType<string | undefined, string | undefined>;
  readonly WATCHPOST_TLS_KEY: z.ZodType<string | undefined, string | undefined>;
  readonly WATCHPOST_TLS_PORT: z.ZodType<number>;
} = {
  WATCHPOST_TLS_CERTIFICATE: z.string().optional(),
  WATCHPOST_TLS_KEY: z.string().optional(),
  WATCHPOST_TLS_PORT: z.coerce
    .number({ error: 'must be a port number, 0 to 65535' })
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(65535, 'must be 65535 or less')
    .default(8443),
};

interface TlsValues {
  readonly WATCHPOST_TLS_CERTIFICATE?: string | undefined;
  readonly WATCHPOST_TLS_KEY?: string | undefined;
  readonly WATCHPOST_TLS_PORT: number;
}

/**
 * Returns the settings, null without a certificate, or what is wrong.
 * @param server its public origin, and whether it is a node among others
 */
export function readTls(
  { WATCHPOST_TLS_CERTIFICATE: certFile, WATCHPOST_TLS_KEY: keyFile, WATCHPOST_TLS_PORT: port }: TlsValues,
  { publicOrigin, isNode }: { readonly publicOrigin: string | null; readonly isNode: boolean },
): TlsSettings | null | { readonly problem: string } {
  if (certFile === undefined && keyFile === undefined) return null;
  if (certFile === undefined || keyFile === undefined)
    return {
      problem:
        'WATCHPOST_TLS_CERTIFICATE and WATCHPOST_TLS_KEY belong together: give both files to serve HTTPS, or neither where a proxy does.',
    };
  if (publicOrigin === null || !publicOrigin.startsWith('https:'))
    return {
      problem:
        'WATCHPOST_TLS_CERTIFICATE needs the address that the certificate is for.\nSet WATCHPOST_PUBLIC_ORIGIN, like https://cams.example or https://cams.example:8443.',
    };
  if (isNode)
    return {
      problem:
        'A node of a cluster serves no HTTPS itself: viewers reach the nodes through a proxy, which has the certificate (docs/guide/scaling.md).\nLeave WATCHPOST_TLS_CERTIFICATE and WATCHPOST_TLS_KEY out.',
    };
  return { certFile: resolve(certFile), keyFile: resolve(keyFile), port };
}

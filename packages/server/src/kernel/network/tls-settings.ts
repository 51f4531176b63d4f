import { resolve } from 'node:path';
import { z } from 'zod';
import { readAcme, type AcmeSettings, type AcmeValues } from './acme-settings.ts';

/** The server's own HTTPS: for one that no proxy stands in front of. */
export interface TlsSettings {
  readonly port: number;
  /** PEM files of a certificate with its chain, and of its private key; null where the server obtains certificates itself. */
  readonly files: { readonly certFile: string; readonly keyFile: string } | null;
  /** How it obtains them; null with files. */
  readonly acme: AcmeSettings | null;
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

interface TlsValues extends AcmeValues {
  readonly WATCHPOST_TLS_CERTIFICATE?: string | undefined;
  readonly WATCHPOST_TLS_KEY?: string | undefined;
  readonly WATCHPOST_TLS_PORT: number;
}

/**
 * Returns the settings, null without a certificate, or what is wrong.
 * @param server its public origin, and whether it is a node among others
 */
export function readTls(
  values: TlsValues,
  { publicOrigin, isNode }: { readonly publicOrigin: string | null; readonly isNode: boolean },
): TlsSettings | null | { readonly problem: string } {
  const { WATCHPOST_TLS_CERTIFICATE: certFile, WATCHPOST_TLS_KEY: keyFile, WATCHPOST_TLS_PORT: port } = values;
  const acme = readAcme(values, publicOrigin);
  if (acme && 'problem' in acme) return acme;
  if (certFile === undefined && keyFile === undefined && acme === null) return null;
  if (acme !== null && (certFile !== undefined || keyFile !== undefined))
    return {
      problem:
        'WATCHPOST_ACME_DOMAINS and WATCHPOST_TLS_CERTIFICATE exclude each other: give names for certificates that the server obtains itself, or the files of one that you have.',
    };
  if (acme === null && (certFile === undefined || keyFile === undefined))
    return {
      problem:
        'WATCHPOST_TLS_CERTIFICATE and WATCHPOST_TLS_KEY belong together: give both files to serve HTTPS, or neither where a proxy does.',
    };
  const setting = acme === null ? 'WATCHPOST_TLS_CERTIFICATE' : 'WATCHPOST_ACME_DOMAINS';
  if (publicOrigin === null || !publicOrigin.startsWith('https:'))
    return {
      problem: `${setting} needs the address that the certificate is for.\nSet WATCHPOST_PUBLIC_ORIGIN, like https://cams.example or https://cams.example:8443.`,
    };
  if (isNode)
    return {
      problem: `A node of a cluster serves no HTTPS itself: viewers reach the nodes through a proxy, which has the certificate (docs/guide/scaling.md).\nLeave ${acme === null ? 'WATCHPOST_TLS_CERTIFICATE and WATCHPOST_TLS_KEY' : 'the settings WATCHPOST_ACME_…'} out.`,
    };
  const files = certFile === undefined || keyFile === undefined ? null : { certFile: resolve(certFile), keyFile: resolve(keyFile) };
  return { port, files, acme };
}

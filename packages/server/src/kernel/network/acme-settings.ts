import { isIP } from 'node:net';
import { z } from 'zod';
import { optionalFlag } from '../settings/live-variables.ts';

/** Certificates that the server obtains from an authority by ACME (RFC 8555). */
export interface AcmeSettings {
  /** The names in the certificate, in lower case. */
  readonly domains: readonly string[];
  /** Where the authority writes about the account; null for nowhere. */
  readonly email: string | null;
  /** Address of the authority's directory. */
  readonly directoryUrl: string;
}

const letsEncrypt = 'https://acme-v02.api.letsencrypt.org/directory';
/** Let's Encrypt puts no more into one certificate. */
const maxDomains = 100;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** For the schema of the environment. */
export const acmeVariables: {
  readonly WATCHPOST_ACME_DOMAINS: z.ZodType<readonly string[] | undefined, string | undefined>;
  readonly WATCHPOST_ACME_EMAIL: z.ZodType<string | undefined, string | undefined>;
  readonly WATCHPOST_ACME_ACCEPT_TERMS: z.ZodType<boolean | undefined, string | undefined>;
  readonly WATCHPOST_ACME_DIRECTORY: z.ZodType<string | undefined, string | undefined>;
} = {
  WATCHPOST_ACME_DOMAINS: z
    .string()
    .transform(readDomains)
    .refine(
      (names) => names.length > 0 && names.length <= maxDomains && names.every(isDomain),
      'must be the names that the certificate is for, like cams.example (several with commas), without an address or a wildcard',
    )
    .optional(),
  WATCHPOST_ACME_EMAIL: z.email('must be an e-mail address (leave it out to give the authority none)').optional(),
  WATCHPOST_ACME_ACCEPT_TERMS: optionalFlag,
  WATCHPOST_ACME_DIRECTORY: z
    .string()
    .refine(isDirectory, `must be the https address of an authority's directory (leave it out for ${letsEncrypt})`)
    .optional(),
};

/** What the schema has read. */
export interface AcmeValues {
  readonly WATCHPOST_ACME_DOMAINS?: readonly string[] | undefined;
  readonly WATCHPOST_ACME_EMAIL?: string | undefined;
  readonly WATCHPOST_ACME_ACCEPT_TERMS?: boolean | undefined;
  readonly WATCHPOST_ACME_DIRECTORY?: string | undefined;
}

/**
 * Returns the settings, null without names, or what is wrong.
 * @param publicOrigin where browsers reach the server; null when it is not set
 */
export function readAcme(values: AcmeValues, publicOrigin: string | null): AcmeSettings | null | { readonly problem: string } {
  const { WATCHPOST_ACME_DOMAINS: domains, WATCHPOST_ACME_EMAIL: email, WATCHPOST_ACME_DIRECTORY: directoryUrl } = values;
  if (domains === undefined) {
    const lone = (['WATCHPOST_ACME_EMAIL', 'WATCHPOST_ACME_ACCEPT_TERMS', 'WATCHPOST_ACME_DIRECTORY'] as const).find(
      (name) => values[name] !== undefined && values[name] !== false,
    );
    return lone === undefined
      ? null
      : { problem: `${lone} needs WATCHPOST_ACME_DOMAINS: give the names that the certificate is for, or leave both out.` };
  }
  if (values.WATCHPOST_ACME_ACCEPT_TERMS !== true)
    return {
      problem:
        "WATCHPOST_ACME_DOMAINS needs WATCHPOST_ACME_ACCEPT_TERMS=1: an authority gives certificates only to those who accept its terms.\nRead them first; those of Let's Encrypt are at https://letsencrypt.org/repository/.",
    };
  const host = publicOrigin === null ? null : new URL(publicOrigin).hostname;
  if (host !== null && !domains.includes(host))
    return {
      problem: `WATCHPOST_ACME_DOMAINS lacks ${host}, where browsers reach this server (WATCHPOST_PUBLIC_ORIGIN): they would refuse the certificate. Add the name.`,
    };
  return { domains, email: email ?? null, directoryUrl: directoryUrl ?? letsEncrypt };
}

function readDomains(text: string): readonly string[] {
  const names = text.split(',').map((part) => part.trim().toLowerCase());
  return [...new Set(names.filter((name) => name !== ''))];
}

function isDomain(name: string): boolean {
  return name.length <= 253 && isIP(name) === 0 && name.split('.').every((part) => label.test(part));
}

/** Unencrypted only where it doesn't leave this machine. */
function isDirectory(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}

import { z } from 'zod';

/** Decides who can create an account. Operators always can; existing accounts can always sign in. */
export interface SignUpSettings {
  /** `open`: everyone · `invited`: allowed and invited addresses · `closed`: operators only. */
  readonly mode: 'open' | 'invited' | 'closed';
  /** Addresses (`anna@example.com`) and domains (`@example.com`) that need no invitation. */
  readonly allowed: readonly string[];
}

/** Limits of an account that is not an operator's. */
export interface AccountQuotas {
  readonly cameras: number;
  /** When the disk is nearly full, an account above this loses its oldest recordings first. */
  readonly bytes: number;
}

const word = z.enum(['open', 'invited', 'closed']);
const domain = z.string().regex(/^@[a-z0-9-]+(\.[a-z0-9-]+)+$/);
const allowedSchema = z.array(z.union([z.email(), domain])).min(1);

/** Accepts `open`, `invited`, `closed`, or a comma-separated list of addresses and domains that can sign up besides invited ones. */
export const signUpSchema: z.ZodType<SignUpSettings, string> = z.string().transform((text, context): SignUpSettings => {
  const mode = word.safeParse(text.trim().toLowerCase()).data;
  if (mode) return { mode, allowed: [] };
  const { data: allowed } = allowedSchema.safeParse(splitList(text));
  if (allowed) return { mode: 'invited', allowed };
  context.addIssue({
    code: 'custom',
    message: 'must be open, invited, closed, or addresses and domains by commas: anna@example.com,@example.org',
  });
  return z.NEVER;
});

export const operatorsSchema: z.ZodType<string[], string> = z
  .string()
  .transform(splitList)
  .refine(
    (emails) => z.array(z.email()).safeParse(emails).success,
    'must be e-mail addresses by commas: anna@example.com,boris@example.com',
  );

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '');
}

/**
 * Whether only users of this machine reach the server.
 * @param server its listen address, and any proxy in front of it
 */
export function isLocalOnly({
  host,
  publicOrigin,
  trustedProxies,
}: {
  host: string;
  publicOrigin: string | null;
  trustedProxies: readonly string[];
}): boolean {
  return isLoopback(host) && trustedProxies.length === 0 && (publicOrigin === null || isLoopback(new URL(publicOrigin).hostname));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || /^127(\.\d{1,3}){3}$/.test(host) || /^\[?::1\]?$/.test(host);
}

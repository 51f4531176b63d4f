import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/**
 * Derives tokens instead of storing them: `purpose.payload.signature`, signed with the server's key. The same payload always yields the
 * same token, so concurrent refreshes get the same successor.
 */
export interface Tokens {
  sign(purpose: TokenPurpose, payload: string): string;
  /** Returns the payload, or null when the token has another purpose or was not signed by this server. */
  verify(purpose: TokenPurpose, token: string): string | null;
  /** Returns a keyed hash for values stored in the database (codes, tokens of devices and agents): useless without the key. */
  digest(purpose: string, text: string): string;
}

type TokenPurpose = 'access' | 'refresh' | 'embed' | 'guest' | 'xsrf' | 'mqtt' | 'relay';

/**
 * The claims of an embed token. What it opens is in the database, or in its link: it can be revoked, and the page learns nothing else.
 * `id`, `iat` and `exp` differ in a renewed token; clients compare the rest to notice other rights.
 */
export interface EmbedClaims {
  readonly id: string;
  /** Unix milliseconds, like `exp`. */
  readonly iat: number;
  readonly exp: number;
  /** Digest of everything that it opens. */
  readonly rights: string;
  /** For the page of an embed link; absent for a partner's own page. */
  readonly link?: EmbedLinkClaims | undefined;
}

interface EmbedLinkClaims {
  readonly id: string;
  /** One visitor of the page, by whom the limit of viewers counts: stays when the token is renewed. */
  readonly visitor: string;
  /** This server's own origin, as the browser sends it. */
  readonly origin: string;
}

const embedClaims: z.ZodType<EmbedClaims> = z.object({
  id: z.string(),
  iat: z.number(),
  exp: z.number(),
  rights: z.string(),
  link: z.object({ id: z.string(), visitor: z.string(), origin: z.string() }).optional(),
});

/** The claims of a guest's token; the link and its options are read live. */
export interface GuestClaims {
  readonly guestId: string;
  readonly inviteId: string;
  /** Unix milliseconds. */
  readonly exp: number;
}

/**
 * Creates tokens.
 * @param key at least 32 random bytes; its holder can sign in as any user
 */
export function createTokens(key: Uint8Array): Tokens {
  const hmac = (label: string, text: string): string => createHmac('sha256', key).update(`${label}\n${text}`).digest('base64url');
  return {
    sign: (purpose, payload) => {
      const body = Buffer.from(payload).toString('base64url');
      return `${purpose}.${body}.${hmac(purpose, body)}`;
    },
    verify: (purpose, token) => {
      const [name, body, signature, ...rest] = token.split('.');
      if (name !== purpose || body === undefined || signature === undefined || rest.length > 0) return null;
      return sameText(signature, hmac(purpose, body)) ? Buffer.from(body, 'base64url').toString('utf8') : null;
    },
    digest: (purpose, text) => hmac(`digest ${purpose}`, text),
  };
}

/** Compares two texts in constant time. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

export function signEmbedToken(tokens: Tokens, claims: EmbedClaims): string {
  return tokens.sign('embed', JSON.stringify(claims));
}

/** Returns the claims of this server's embed token, expired or not; null for anything else. */
export function readEmbedToken(tokens: Tokens, token: string): EmbedClaims | null {
  const payload = tokens.verify('embed', token);
  // The signature is ours, but an earlier version may have written it.
  return payload === null ? null : (embedClaims.safeParse(JSON.parse(payload)).data ?? null);
}

export function signGuestToken(tokens: Tokens, claims: GuestClaims): string {
  return tokens.sign('guest', JSON.stringify(claims));
}

/** Returns the claims of this server's guest token, expired or not; null for anything else. */
export function readGuestToken(tokens: Tokens, token: string): GuestClaims | null {
  const payload = tokens.verify('guest', token);
  // The signature is ours, so the payload is what signGuestToken wrote.
  return payload === null ? null : (JSON.parse(payload) as GuestClaims);
}

/** Returns the digest by which clients notice that a token opens something else. */
export function embedRights(tokens: Tokens, terms: unknown): string {
  return tokens.digest('embed rights', JSON.stringify(terms)).slice(0, 22);
}

/** Returns the hash by which an API key is stored and found. */
export function apiKeyHash(tokens: Tokens, secret: string): string {
  return tokens.digest('api-key', secret);
}

/** Derives the secret of a link from its id: 128 bits as 32 hexadecimal digits. Only its hash is stored. */
export function inviteTokenOf(tokens: Tokens, inviteId: string): string {
  return Buffer.from(tokens.digest('invite token', inviteId), 'base64url').subarray(0, 16).toString('hex');
}

/** Derives the secret of a stream link from its id: 128 bits as 32 hexadecimal digits, stored nowhere. */
export function streamLinkSecretOf(tokens: Tokens, linkId: string): string {
  return Buffer.from(tokens.digest('stream link', linkId), 'base64url').subarray(0, 16).toString('hex');
}

/** Returns the hash by which a link's secret is stored and found. */
export function inviteTokenHash(tokens: Tokens, token: string): string {
  return tokens.digest('invite', token);
}

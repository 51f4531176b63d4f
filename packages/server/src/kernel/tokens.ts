import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Tokens that are derived, not stored: `purpose.payload.signature`, signed with the server's key.
 * The same payload always gives the same token, so concurrent refreshes get the same successor.
 */
export interface Tokens {
  sign(purpose: TokenPurpose, payload: string): string;
  /** The payload, or null when the token is not of this purpose or not signed by this server. */
  verify(purpose: TokenPurpose, token: string): string | null;
  /** A keyed hash for what is kept in the database (codes, tokens of devices and agents): useless without the key. */
  digest(purpose: string, text: string): string;
}

export type TokenPurpose = 'access' | 'refresh' | 'embed' | 'xsrf' | 'mqtt';

/** What an embed token says; everything about the customer's own access is resolved live. */
export interface EmbedClaims {
  readonly cameraId: string;
  readonly customerId: string;
  /** Exact origin of the page, `https://shop.example`. */
  readonly origin: string;
  readonly withAudio: boolean;
  readonly withArchive: boolean;
  /** Unix milliseconds. */
  readonly exp: number;
}

/** @param key at least 32 random bytes; who has it can sign in as anybody */
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

/** Compares without telling by its duration where two texts differ. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

export function signEmbedToken(tokens: Tokens, claims: EmbedClaims): string {
  return tokens.sign('embed', JSON.stringify(claims));
}

/** The claims of an embed token of this server, expired or not; null for anything else. */
export function readEmbedToken(tokens: Tokens, token: string): EmbedClaims | null {
  const payload = tokens.verify('embed', token);
  // The signature is ours, so the payload is what signEmbedToken wrote.
  return payload === null ? null : (JSON.parse(payload) as EmbedClaims);
}

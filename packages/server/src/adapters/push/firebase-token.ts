import { sign } from 'node:crypto';
import type { Clock } from '@watchpost/contract/timing/clock';
import { z } from 'zod';
import type { ServiceAccount } from './firebase-account.ts';
import { PushError } from './port.ts';
import type { PushHttp } from './push-http.ts';

/** Provides the access token of a service account and renews it before it expires. */
export interface AccessTokens {
  /** Returns a valid token. @throws {PushError} */
  get(): Promise<string>;
  /** Discards a refused token: the next call requests a new one. */
  forget(token: string): void;
}

const scope = 'https://www.googleapis.com/auth/firebase.messaging';
const assertionTtlSeconds = 60 * 60;
/** A token is not used for this long before its expiry, ms. */
const expiryMarginMs = 60_000;
const answerSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** Obtains tokens by OAuth 2.0 with a signed assertion (RFC 7523), as Google requires of servers. */
export function createAccessTokens({ account, http, clock }: { account: ServiceAccount; http: PushHttp; clock: Clock }): AccessTokens {
  let known: { readonly token: string; readonly until: number } | null = null;
  let asking: Promise<string> | null = null;

  const ask = async (): Promise<string> => {
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: assertion(account, clock.now()),
    });
    const answer = await http.post(new URL(account.tokenUri), { 'content-type': 'application/x-www-form-urlencoded' }, body.toString());
    if (answer.status !== 200)
      throw new PushError(`Google's token service answered ${answer.status}.`, { isFinal: answer.status !== 429 && answer.status < 500 });
    const { access_token: token, expires_in: seconds } = parseAnswer(answer.body);
    known = { token, until: clock.monotonic() + seconds * 1000 - expiryMarginMs };
    return token;
  };

  return {
    get: () => {
      if (known && clock.monotonic() < known.until) return Promise.resolve(known.token);
      // A thousand concurrent messages share one request.
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
    forget: (token) => {
      if (known?.token === token) known = null;
    },
  };
}

function assertion({ clientEmail, privateKey, keyId, tokenUri }: ServiceAccount, now: number): string {
  const issuedAt = Math.floor(now / 1000);
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const header = { alg: 'RS256', typ: 'JWT', kid: keyId };
  const claims = { iss: clientEmail, scope, aud: tokenUri, iat: issuedAt, exp: issuedAt + assertionTtlSeconds };
  const content = `${encode(header)}.${encode(claims)}`;
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), privateKey).toString('base64url')}`;
}

function parseAnswer(body: string): z.output<typeof answerSchema> {
  try {
    return answerSchema.parse(JSON.parse(body));
  } catch {
    // Without the cause, which would quote the token.
    throw new PushError("Google's token service answered what can't be understood.", { isFinal: false });
  }
}

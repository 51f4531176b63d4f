import { createHash, createPublicKey, verify } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';

/** Why an authority refuses a request (RFC 8555, 6.7); `type` without its common beginning. */
export class AcmeProblem extends Error {
  override readonly name = 'AcmeProblem';
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, detail: string) {
    super(detail);
    this.status = status;
    this.type = type;
  }
}

/** The public key of an account. */
const jwkSchema = z.strictObject({ crv: z.literal('P-256'), kty: z.literal('EC'), x: z.string(), y: z.string() });
export type AccountKey = z.infer<typeof jwkSchema>;

const bodySchema = z.strictObject({ protected: z.string(), payload: z.string(), signature: z.string() });
/** Exactly one of the key and the account. */
const headerSchema = z.union([
  z.strictObject({ alg: z.literal('ES256'), nonce: z.string(), url: z.string(), jwk: jwkSchema }),
  z.strictObject({ alg: z.literal('ES256'), nonce: z.string(), url: z.string(), kid: z.string() }),
]);

/** A request whose signature is right. */
export interface AcmeRequest {
  readonly nonce: string;
  readonly key: AccountKey;
  /** Address of the account; null for a request that brings its key along. */
  readonly account: string | null;
  /** Null for an empty one: the resource is only read. */
  readonly payload: unknown;
}

/**
 * Reads a signed request.
 * @param url the address at which it has arrived, which is part of what is signed
 * @param findKey returns the key of an account, or null
 * @throws {AcmeProblem} when it is not signed as it must be
 */
export async function readAcmeRequest(
  request: IncomingMessage,
  url: string,
  findKey: (account: string) => AccountKey | null,
): Promise<AcmeRequest> {
  if (request.headers['content-type'] !== 'application/jose+json')
    throw new AcmeProblem(415, 'malformed', 'The content type must be application/jose+json.');
  const body = bodySchema.safeParse(parseJson(await readText(request)));
  if (!body.success) throw new AcmeProblem(400, 'malformed', 'This is no JWS in flattened JSON.');
  const { protected: head, payload, signature } = body.data;
  const header = headerSchema.safeParse(parseJson(Buffer.from(head, 'base64url').toString()));
  if (!header.success) throw new AcmeProblem(400, 'malformed', 'The protected header is not as RFC 8555 has it.');
  if (header.data.url !== url) throw new AcmeProblem(401, 'unauthorized', 'It was signed for another address.');
  const account = 'kid' in header.data ? header.data.kid : null;
  const key = 'kid' in header.data ? findKey(header.data.kid) : header.data.jwk;
  if (!key) throw new AcmeProblem(400, 'accountDoesNotExist', 'There is no such account.');
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key: createPublicKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new AcmeProblem(401, 'unauthorized', 'The signature is wrong.');
  return {
    nonce: header.data.nonce,
    key,
    account,
    payload: payload === '' ? null : parseJson(Buffer.from(payload, 'base64url').toString()),
  };
}

/** What the answer to a challenge proves the possession of (RFC 7638). */
export function thumbprintOf({ crv, kty, x, y }: AccountKey): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

/** Undefined for what is no JSON, which no schema takes. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

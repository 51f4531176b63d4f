import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { pushMessageSchema, type PushMessage } from '@watchpost/contract/schemas/notifications';
import { z } from 'zod';

/** A message that arrived complete: signed for this service, encrypted for this subscription. */
interface ReceivedPush {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly subject: string;
  /** Bytes on the wire. */
  readonly size: number;
  readonly message: PushMessage;
}

export interface PushService {
  readonly origin: string;
  readonly received: readonly ReceivedPush[];
  /** The faults of each request that a real push service would refuse. */
  readonly faults: readonly string[];
  /** Returns the number of requests, whatever their result. */
  requests(): number;
  /** Returns the maximum number of concurrent requests. */
  busiest(): number;
  /** Creates a browser's subscription, bound to the public key of its server. */
  subscribe(publicKey: string): { readonly token: string; readonly path: string };
  /** Sets the handling of messages from now on; by default they are accepted with 201. Called after the message was checked. */
  behave(handler: (path: string, response: ServerResponse) => void): void;
  close(): Promise<void>;
}

interface Subscription {
  readonly keys: ECDH;
  readonly secret: Buffer;
  readonly publicKey: string;
}

/**
 * Starts a push service according to RFC 8030, 8188, 8291 and 8292, with its own decryption: what it accepts, a browser can read.
 * @param options.certificate makes it use https
 */
export async function startPushService(options: { now: () => number; certificate?: { key: string; cert: string } }): Promise<PushService> {
  const received: ReceivedPush[] = [];
  const faults: string[] = [];
  const subscriptions = new Map<string, Subscription>();
  let handler = (_path: string, response: ServerResponse): void => void response.writeHead(201).end();
  let requests = 0;
  let open = 0;
  let busiest = 0;

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests += 1;
    open += 1;
    busiest = Math.max(busiest, open);
    response.once('close', () => {
      open -= 1;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const path = request.url ?? '';
    try {
      const subscription = subscriptions.get(path);
      if (!subscription) throw new Error('no such subscription');
      received.push(openPush(request, Buffer.concat(chunks), subscription, { path, origin: origin(), now: options.now() }));
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
      response.writeHead(400).end();
      return;
    }
    handler(path, response);
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void =>
    void take(request, response).catch(() => response.destroy());
  const server = options.certificate ? createHttpsServer(options.certificate, listener) : createHttpServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const origin = (): string => (options.certificate ? `https://localhost:${port}` : `http://127.0.0.1:${port}`);

  return {
    origin: origin(),
    received,
    faults,
    requests: () => requests,
    busiest: () => busiest,
    subscribe: (publicKey) => {
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys('base64url');
      const secret = randomBytes(16);
      const path = `/push/${randomBytes(16).toString('base64url')}`;
      subscriptions.set(path, { keys, secret, publicKey });
      return {
        path,
        token: JSON.stringify({ endpoint: origin() + path, expirationTime: null, keys: { p256dh, auth: secret.toString('base64url') } }),
      };
    },
    behave: (next) => {
      handler = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const claimsSchema = z.object({ aud: z.string(), exp: z.number(), sub: z.string().regex(/^(https:|mailto:)/) });
const day = 24 * 60 * 60;

/** Checks a request as a push service does, then decrypts it as the browser does. @throws {Error} naming the fault */
function openPush(
  { headers, method }: IncomingMessage,
  body: Buffer,
  subscription: Subscription,
  at: { path: string; origin: string; now: number },
): ReceivedPush {
  const expect = (isRight: boolean, what: string): void => {
    if (!isRight) throw new Error(what);
  };
  expect(method === 'POST', 'not a POST');
  expect(headers['content-encoding'] === 'aes128gcm', 'content-encoding');
  expect(/^\d+$/.test(String(headers['ttl'])), 'ttl');
  expect(['very-low', 'low', 'normal', 'high'].includes(String(headers['urgency'])), 'urgency');
  expect(headers['topic'] === undefined || /^[\w-]{1,32}$/.test(String(headers['topic'])), 'topic');
  expect(body.length <= 4096, 'too long');

  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  expect(key === subscription.publicKey, 'another key than the subscription was made with');
  const claims = verifySignature(token, key);
  expect(claims.aud === at.origin, `signed for ${claims.aud}`);
  // Apple's service refuses a contact of the sender's own network.
  expect(!/[@/]localhost\b/.test(claims.sub), `contact ${claims.sub}`);
  expect(claims.exp * 1000 > at.now && claims.exp - at.now / 1000 <= day, 'expiry of the signature');

  return {
    path: at.path,
    headers,
    subject: claims.sub,
    size: body.length,
    message: pushMessageSchema.parse(JSON.parse(decrypt(body, subscription).toString('utf8'))),
  };
}

function verifySignature(token: string, key: string): z.output<typeof claimsSchema> {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('signature');
  return claimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
}

/** Decrypts RFC 8291 on RFC 8188, one record. */
export function decrypt(body: Buffer, { keys, secret }: Pick<Subscription, 'keys' | 'secret'>): Buffer {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const content = body.subarray(21 + senderKey.length);
  const derive = (from: Uint8Array, key: Uint8Array, info: Buffer, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', key, from, info, length));
  const input = derive(
    secret,
    keys.computeSecret(senderKey),
    Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]),
    32,
  );
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(salt, input, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    derive(salt, input, Buffer.from('Content-Encoding: nonce\0'), 12),
    { authTagLength: 16 },
  );
  decipher.setAuthTag(content.subarray(-16));
  const padded = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('padding');
  return padded.subarray(0, end);
}

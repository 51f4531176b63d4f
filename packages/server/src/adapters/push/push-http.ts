import { Agent as HttpAgent, request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { NetworkPolicy } from '../../kernel/network/network-policy.ts';
import { PushError } from './port.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** At most 64 KB; a longer answer is cut off. */
  readonly body: string;
}

export interface PushHttp {
  /** Posts once; follows no redirect. @throws {PushError} when no answer arrives */
  post(url: URL, headers: Readonly<Record<string, string>>, body: string | Uint8Array): Promise<HttpAnswer>;
  /** Closes all connections. */
  close(): void;
}

export interface PushHttpOptions {
  readonly clock: Clock;
  /** Decides which addresses may be connected to; null where the operator, not a browser, configured the host. */
  readonly network: NetworkPolicy | null;
  /** Timeout of the whole exchange, ms. */
  readonly timeoutMs?: number;
  /** A certificate authority trusted besides the well-known ones. */
  readonly certificateAuthority?: string;
}

const maxAnswerBytes = 64 * 1024;
/** An idle connection is closed after this, ms. */
const idleTimeoutMs = 15_000;

/**
 * Opens all connections to push services. The policy resolves a host once, and the socket connects to the address that was checked. The
 * answer's size and time are limited, because the other side may be anyone.
 */
export function createPushHttp({ clock, network, timeoutMs = 10_000, certificateAuthority }: PushHttpOptions): PushHttp {
  const pool = { keepAlive: true, maxFreeSockets: 24, timeout: idleTimeoutMs } as const;
  const agents = {
    http: new HttpAgent(pool),
    https: new HttpsAgent({ ...pool, ...(certificateAuthority !== undefined && { ca: certificateAuthority }) }),
  };
  const lookup = network && lookupThrough(network);

  const open = (url: URL, headers: Readonly<Record<string, string>>, length: number) => {
    const options = { method: 'POST', headers: { ...headers, 'content-length': String(length) }, ...(lookup && { lookup }) };
    return url.protocol === 'https:'
      ? requestHttps(url, { ...options, agent: agents.https })
      : requestHttp(url, { ...options, agent: agents.http });
  };

  return {
    post: (url, headers, body) => {
      const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
      const host = url.hostname.replace(/^\[|\]$/g, '');
      // A literal address is not looked up, so the policy would not be consulted.
      if (network && isIP(host) !== 0 && !network.isAllowed(host)) {
        reject(new PushError('The address is not allowed.', { isFinal: true }));
        return promise;
      }
      const bytes = Buffer.from(body);
      const request = open(url, headers, bytes.length);
      const cancel = clock.after(timeoutMs, () => request.destroy(new Error('timeout')));
      let hasAnswer = false;
      request.on('response', (response) => {
        hasAnswer = true;
        readAnswer(response).then(resolve, (error: unknown) => reject(unreachable(error)));
      });
      request.on('error', (error) => reject(unreachable(error)));
      request.on('close', () => {
        cancel();
        // Once an answer has begun, its reader settles the promise: this event may precede the last data.
        if (!hasAnswer) reject(unreachable(new Error('closed')));
      });
      request.end(bytes);
      return promise;
    },
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function lookupThrough(network: NetworkPolicy): LookupFunction {
  const resolve = callbackify((host: string) => network.resolveAll(host));
  return (host, { all }, callback) =>
    resolve(host, (error, addresses) => {
      const found = (addresses ?? []).map((address) => ({ address, family: isIP(address) }));
      const [first] = found;
      if (error || !first) callback(error ?? new Error('unresolved'), '');
      // Tries both address families in turn: a server without IPv4 reaches push services too.
      else if (all === true) callback(null, found);
      else callback(null, first.address, first.family);
    });
}

async function readAnswer(response: IncomingMessage): Promise<HttpAnswer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) break;
    chunks.push(chunk);
    length += chunk.length;
    // Leaving the loop destroys the connection.
    if (length >= maxAnswerBytes) break;
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(chunks).toString('utf8', 0, Math.min(length, maxAnswerBytes)),
  };
}

function unreachable(error: unknown): PushError {
  const code = error instanceof Error ? ('code' in error && typeof error.code === 'string' ? error.code : error.message) : 'unknown';
  // A refusal by the policy is final: a retry would not change it.
  return new PushError(`The push service can't be reached: ${code}`, {
    isFinal: code === 'camera-address-forbidden' || code === 'camera-address-loopback',
    cause: error,
  });
}

import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { WebhookFailure } from '@watchpost/contract/schemas/webhooks';
import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../../kernel/app-error.ts';
import type { WebhookAddresses } from './webhooks-address.ts';

interface WebhookRequest {
  /** The account that the request is made for. */
  readonly customerId: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The result of one attempt. */
export interface WebhookAnswer {
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  readonly failure: WebhookFailure | null;
  readonly durationMs: number;
  /** What the receiver asks for, ms; null for nothing. */
  readonly retryAfterMs: number | null;
}

/** Posts once; follows no redirect. Returns null when `signal` ended it: nothing is known then. */
export type SendWebhook = (request: WebhookRequest, signal: AbortSignal) => Promise<WebhookAnswer | null>;

export interface WebhookSenderDeps {
  readonly clock: Clock;
  readonly addresses: Pick<WebhookAddresses, 'resolve'>;
  /** Timeout of the whole exchange, ms. */
  readonly timeoutMs?: number | undefined;
  /** A certificate authority trusted besides the well-known ones. */
  readonly certificateAuthority?: string | undefined;
}

/** More of an answer is not read. */
const maxAnswerBytes = 64 * 1024;

/** Opens the connections to receivers. Their answers are limited in size and time, because the other side may be anyone. */
export function createWebhookSender({ clock, addresses, timeoutMs = 10_000, certificateAuthority }: WebhookSenderDeps): SendWebhook {
  /** Resolves when the exchange is over. Rejects without an answer. */
  const exchange = async (
    { url, headers, body }: WebhookRequest,
    pinned: readonly string[],
    signal: AbortSignal,
  ): Promise<IncomingMessage> => {
    const bytes = Buffer.from(body);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    // A connection of its own for each: a pool would keep one to an address that is not allowed any more.
    const options = {
      method: 'POST',
      agent: false as const,
      lookup: lookupOf(pinned),
      headers: { ...headers, 'content-length': String(bytes.length) },
    };
    const request =
      new URL(url).protocol === 'https:'
        ? requestHttps(url, { ...options, ...(certificateAuthority !== undefined && { ca: certificateAuthority }) })
        : requestHttp(url, options);
    const abort = (): void => void request.destroy(new Error('aborted'));
    signal.addEventListener('abort', abort, { once: true });
    let answer: IncomingMessage | null = null;
    request.on('response', (response) => {
      answer = response;
      discard(response);
    });
    request.on('error', (error) => answer ?? reject(error));
    request.on('close', () => {
      signal.removeEventListener('abort', abort);
      if (answer) resolve(answer);
      else reject(new Error('closed'));
    });
    request.end(bytes);
    return promise;
  };

  return async (request, signal) => {
    const startedAt = clock.monotonic();
    const timeout = new AbortController();
    const { promise: late, resolve: giveUp } = Promise.withResolvers<null>();
    const cancel = clock.after(timeoutMs, () => {
      timeout.abort();
      giveUp(null);
    });
    const stop = AbortSignal.any([timeout.signal, signal]);
    stop.addEventListener('abort', () => giveUp(null), { once: true });
    const result = (status: number | null, failure: WebhookFailure | null, retryAfterMs: number | null = null): WebhookAnswer => ({
      status,
      failure,
      durationMs: Math.round(clock.monotonic() - startedAt),
      retryAfterMs,
    });
    try {
      // The name server may take longer than the timeout; nothing is connected afterwards.
      const pinned = await Promise.race([addresses.resolve(request.customerId, new URL(request.url)), late]);
      if (signal.aborted) return null;
      if (!pinned || stop.aborted) return result(null, 'timeout');
      const { statusCode = 0, headers } = await exchange(request, pinned, stop);
      return result(statusCode, statusCode >= 300 && statusCode < 400 ? 'redirected' : null, readRetryAfter(headers['retry-after']));
    } catch (error) {
      if (signal.aborted) return null;
      return result(null, timeout.signal.aborted ? 'timeout' : failureOf(error));
    } finally {
      cancel();
    }
  };
}

/** Whether the receiver has taken the delivery. */
export function hasArrived({ status, failure }: Pick<WebhookAnswer, 'status' | 'failure'>): boolean {
  return failure === null && status !== null && status >= 200 && status < 300;
}

/** Returns only the addresses that were checked. */
function lookupOf(pinned: readonly string[]): LookupFunction {
  const found = pinned.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    const [first] = found;
    if (!first) callback(new Error('unresolved'), '');
    else if (all === true) callback(null, found);
    else callback(null, first.address, first.family);
  };
}

/** Lets the receiver finish a short answer, and cuts off a long one. */
function discard(response: IncomingMessage): void {
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxAnswerBytes) response.destroy();
  });
  response.on('error', () => undefined);
}

/** Only seconds: receivers of webhooks send no dates, and a longer delay than the schedule's is rare. */
function readRetryAfter(value: string | undefined): number | null {
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) * 1000 : null;
}

const certificateErrors = /CERT|SIGNATURE|HOSTNAME_MISMATCH|ERR_TLS/;

function failureOf(error: unknown): WebhookFailure {
  if (error instanceof AppError && error.code === 'camera-host-unknown') return 'host-unknown';
  if (error instanceof AppError && error.code === 'webhook-url-forbidden') return 'address-forbidden';
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return certificateErrors.test(code) ? 'certificate-invalid' : 'connection-failed';
}

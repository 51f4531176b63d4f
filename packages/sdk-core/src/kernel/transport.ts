import { fillPath } from '@watchpost/contract/kernel';
import type { Endpoint, ErrorCode, Locale } from '@watchpost/contract/kernel';
import { createFetch } from 'ofetch';
import { isOnServer } from './base-url.ts';
import { toWatchpostError, WatchpostError } from './errors.ts';
import type { CallOptions } from './ports.ts';
import { serializeQuery } from './query.ts';
import type { Query } from './query.ts';
import type { ServerClock } from './timing/server-clock.ts';

export interface RequestOptions<T = unknown> extends CallOptions {
  /** One value per `{name}` in the endpoint's path. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Query;
  /** Objects and arrays are sent as JSON; FormData and Blob unchanged. */
  readonly body?: object;
  /** The request fails with `network` after this many milliseconds. Unlimited by default; `withTimeouts` enforces it. */
  readonly timeoutMs?: number;
  /** Lets the request outlive the page (sign-out). */
  readonly keepalive?: boolean;
  /** Additional headers for this request. Only our server gets them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Reads the response body; JSON by default. */
  readonly read?: (response: Response) => Promise<T>;
}

export interface TransportOptions {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly locale: () => Locale;
  readonly serverClock: ServerClock;
  /** Additional headers for every request to our server, read each time. */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined;
}

/** Sends a single request without retries and with only the given token. */
export interface Transport {
  readonly baseUrl: string;
  /**
   * @param target an endpoint of the contract, or an absolute URL to GET
   * @param token the bearer token, sent to our server only
   * @throws {WatchpostError} for every response except 200 to 299, `network` without one, `aborted`
   */
  send<T>(target: Endpoint | string, token: string | null, options: RequestOptions<T>): Promise<T>;
}

export function createTransport({ baseUrl, fetch, locale, serverClock, headers: commonHeaders }: TransportOptions): Transport {
  // The authorization decides what to retry, and `read` decodes the body: ofetch must do neither.
  const request = createFetch({ fetch, defaults: { retry: 0, responseType: 'stream', ignoreResponseError: true } });
  return { baseUrl, send };

  async function send<T>(target: Endpoint | string, token: string | null, options: RequestOptions<T>): Promise<T> {
    const url = typeof target === 'string' ? target : baseUrl + fillPath(target.path, options.parameters);
    const query = serializeQuery(options.query ?? {});
    const onServer = isOnServer(url, baseUrl);
    const { body, signal, keepalive } = options;
    try {
      const answered = serverClock.ask();
      const response = await request.raw(query ? `${url}?${query}` : url, {
        method: typeof target === 'string' ? 'GET' : target.method,
        headers: onServer ? headers(token, options) : {},
        ...(body && { body }),
        ...(signal && { signal }),
        ...(keepalive && { keepalive }),
      });
      const date = onServer ? readDate(response.headers) : Number.NaN;
      if (date) answered(date, 1_000);
      if (!response.ok) throw await readError(response);
      return await (options.read ?? readJson)(response);
    } catch (error) {
      throw toWatchpostError(error, signal);
    }
  }

  /** For our server only: a recording may be on another host, which must receive neither the token nor the cookie. */
  function headers(token: string | null, { headers: additional }: RequestOptions): Record<string, string> {
    return {
      'Accept-Language': locale(),
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...commonHeaders?.(),
      ...additional,
    };
  }
}

/** The server's time in milliseconds. NaN for a response that may come from a cache, whose `Date` is when it was written. */
function readDate(headers: Headers): number {
  return /no-store/.test(headers.get('Cache-Control') ?? '') ? Date.parse(headers.get('Date') ?? '') : Number.NaN;
}

/** Returns null for an empty body (204). */
async function readJson<T>(response: Response): Promise<T> {
  return JSON.parse((await response.text()) || 'null');
}

async function readError(response: Response): Promise<WatchpostError> {
  const { status } = response;
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const common = { status, retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null };
  try {
    const { error }: { error: { code: ErrorCode; message: string; details?: Record<string, unknown> } } = await response.json();
    return new WatchpostError(error.code, { ...common, message: error.message, ...(error.details && { details: error.details }) });
  } catch {
    // A proxy or a gateway answered instead of our server: only the status is known.
    return new WatchpostError(codeByStatus[status] ?? (status < 500 ? 'invalid-request' : 'unavailable'), {
      ...common,
      message: `HTTP ${status}`,
    });
  }
}

const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  413: 'request-too-large',
  429: 'too-many-requests',
  500: 'internal-error',
};

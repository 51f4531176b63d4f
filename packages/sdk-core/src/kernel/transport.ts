import { fillPath } from '@watchpost/contract/kernel';
import type { Endpoint, ErrorCode, Locale } from '@watchpost/contract/kernel';
import { isOnServer } from './base-url.ts';
import { toWatchpostError, WatchpostError } from './errors.ts';
import type { CallOptions } from './ports.ts';
import { serializeQuery } from './query.ts';
import type { Query } from './query.ts';

export interface RequestOptions<T = unknown> extends CallOptions {
  /** One text per `{name}` in the endpoint's path. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Query;
  /** Sent as JSON; FormData and Blob as they are. */
  readonly body?: unknown;
  /** Milliseconds; none by default. Kept by `withTimeouts`. */
  readonly timeout?: number;
  /** The request may outlive the page (sign-out). */
  readonly keepalive?: boolean;
  /** Sent besides those of every call, to our server alone. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Takes the answer's body; JSON by default. */
  readonly read?: (response: Response) => Promise<T>;
}

export interface TransportOptions {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly locale: () => Locale;
  /** More headers for our server, read at each request. */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined;
}

/** Sends one request. No ofetch: its retries and interceptors would have to be switched off, and fetch with this file is smaller. */
export interface Transport {
  readonly baseUrl: string;
  /** @param target an endpoint of the contract, or an absolute address to GET */
  send<T>(target: Endpoint | string, token: string | null, options: RequestOptions<T>): Promise<T>;
}

export function createTransport({ baseUrl, fetch, locale, headers: more }: TransportOptions): Transport {
  return { baseUrl, send };

  async function send<T>(target: Endpoint | string, token: string | null, options: RequestOptions<T>): Promise<T> {
    const url = typeof target === 'string' ? target : baseUrl + fillPath(target.path, options.parameters);
    const method = typeof target === 'string' ? 'GET' : target.method;
    const query = serializeQuery(options.query ?? {});
    try {
      const response = await fetch(query ? `${url}?${query}` : url, {
        method,
        headers: headers(isOnServer(url, baseUrl), token, options),
        ...(options.body !== undefined && { body: isRaw(options.body) ? options.body : JSON.stringify(options.body) }),
        ...(options.signal && { signal: options.signal }),
        ...(options.keepalive && { keepalive: true }),
      });
      if (!response.ok) throw await readError(response);
      return await (options.read ?? readJson)(response);
    } catch (error) {
      throw toWatchpostError(error, options.signal);
    }
  }

  function headers(onServer: boolean, token: string | null, { body, headers: own }: RequestOptions): Record<string, string> {
    // A recording may lie on another host: the token and the cookie are for our server only.
    if (!onServer) return {};
    return {
      'Accept-Language': locale(),
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...more?.(),
      ...own,
      ...(body !== undefined && !isRaw(body) && { 'Content-Type': 'application/json' }),
    };
  }
}

function isRaw(body: unknown): body is FormData | Blob {
  return body instanceof FormData || body instanceof Blob;
}

/** The body itself; null when the answer has none (204). */
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
    // Not our server speaks (a proxy, a gateway): only the status is known.
    return new WatchpostError(codeByStatus[status] ?? (status < 500 ? 'invalid-request' : 'unavailable'), { ...common, message: `HTTP ${status}` });
  }
}

const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized', 403: 'forbidden', 404: 'not-found', 409: 'conflict', 413: 'request-too-large', 429: 'too-many-requests', 500: 'internal-error',
};

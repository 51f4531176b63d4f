import type { Endpoint } from '@watchpost/contract/kernel';
import { WatchpostError } from './errors.ts';
import type { RequestOptions, Transport } from './transport.ts';

/** Who pays for the requests: a session, or an embed token. */
export interface Authorization {
  /** The token to send now; null when there is none. */
  token(): Promise<string | null>;
  /**
   * The token got a 401: another one to try with.
   * @throws {WatchpostError} session-expired when there is none, network when none could be asked for
   */
  renew(refused: string | null): Promise<string>;
  /** The renewed token got a 401 too. */
  rejected(token: string): void;
}

export interface HttpRequestOptions<T = unknown> extends RequestOptions<T> {
  /** Sends no bearer token, and a 401 is just an error. */
  readonly skipAuthorization?: boolean;
}

/**
 * Calls of the server: bearer token, language and XSRF header on each; a 401 is retried once with a renewed token;
 * bodies come back unwrapped; anything but 200 to 299 throws a WatchpostError.
 */
export interface HttpClient {
  readonly baseUrl: string;
  /** @example await client.http.request<Camera[]>({ method: 'GET', path: '/public/api/v3/cameras' }) */
  request<T>(target: Endpoint | string, options?: HttpRequestOptions<T>): Promise<T>;
}

export function createHttpClient(transport: Transport, authorization: Authorization): HttpClient {
  return {
    baseUrl: transport.baseUrl,
    async request<T>(target: Endpoint | string, options: HttpRequestOptions<T> = {}) {
      if (options.skipAuthorization) return transport.send(target, null, options);
      const token = await authorization.token();
      try {
        return await transport.send(target, token, options);
      } catch (error) {
        if (!isUnauthorized(error)) throw error;
        const renewed = await authorization.renew(token);
        try {
          return await transport.send(target, renewed, options);
        } catch (again) {
          if (isUnauthorized(again)) authorization.rejected(renewed);
          throw again;
        }
      }
    },
  };
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof WatchpostError && error.status === 401;
}

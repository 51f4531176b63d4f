import type { Endpoint } from '@watchpost/contract/kernel';
import { WatchpostError } from './errors.ts';
import type { RequestOptions, Transport } from './transport.ts';

/** Authorizes requests: a session, or an embed token. */
export interface Authorization {
  /** Returns the token to send; null without one. */
  token(): Promise<string | null>;
  /**
   * Returns another token after a 401.
   * @throws {WatchpostError} session-expired without another one, network if none could be requested
   */
  renew(refused: string | null): Promise<string>;
  /** Called when the renewed token got a 401 too. */
  rejected(token: string): void;
}

/** Options of one request. */
export interface HttpRequestOptions<T = unknown> extends RequestOptions<T> {
  /** Sends no bearer token, and a 401 is just an error. */
  readonly skipAuthorization?: boolean;
}

/**
 * Sends requests to the server with bearer token, language and XSRF header; retries a 401 once with a renewed token;
 * unwraps bodies; throws a WatchpostError for any status but 200 to 299.
 */
export interface HttpClient {
  readonly baseUrl: string;
  /** Sends one request. @example await client.http.request<Camera[]>({ method: 'GET', path: '/public/api/v3/cameras' }) */
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

import type { FirebaseConfig } from '@watchpost/contract/schemas/notifications';

export interface FirebaseRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** What one of Firebase's services answered; `status` 0 and up, the body as it came. */
export interface FirebaseAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends requests the way Firebase's own client does: JSON with the project's key. A failed connection rejects. */
export type FirebaseHttp = (request: FirebaseRequest) => Promise<FirebaseAnswer>;

export function createFirebaseHttp(fetch: typeof globalThis.fetch, { apiKey }: FirebaseConfig): FirebaseHttp {
  return async ({ method, url, headers, body, signal }) => {
    const response = await fetch(url, {
      method,
      headers: { 'Content-Type': 'application/json', 'Accept': 'application/json', 'x-goog-api-key': apiKey, ...headers },
      // Keys of a project are often limited to the operator's sites: Google has to see the origin, and no more than that.
      referrerPolicy: 'strict-origin',
      credentials: 'omit',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    return { ok: response.ok, status: response.status, body: asObject(await response.json().catch(() => null)) };
  };
}

export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The text under a name; empty when there is none. */
export function textOf(value: Readonly<Record<string, unknown>>, name: string): string {
  const text = value[name];
  return typeof text === 'string' ? text : '';
}

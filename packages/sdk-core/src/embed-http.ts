import { defaultLocale } from '@watchpost/contract/kernel';
import { systemClock } from '@watchpost/contract/timing/clock';
import type { ClientOptions } from './client-core.ts';
import { resolveBaseUrl } from './kernel/base-url.ts';
import { createEmbedAuthorization } from './kernel/embed-authorization.ts';
import { createHttpClient } from './kernel/http.ts';
import type { Authorization, HttpClient } from './kernel/http.ts';
import type { ClockPort } from './kernel/ports.ts';
import { createServerClock } from './kernel/timing/server-clock.ts';
import type { ServerClock } from './kernel/timing/server-clock.ts';
import { createTransport } from './kernel/transport.ts';

/** The part of `EmbedClientOptions` that single pictures need, too. */
export interface EmbedHttpOptions extends Pick<ClientOptions, 'baseUrl' | 'clock' | 'fetch' | 'locale'> {
  /** A function is called again before the token expires, with the token that the server refused if it did. */
  readonly token: string | ((refused: string | null) => Promise<string>);
  /** Called a minute before the token expires by the server's clock, unless the function has returned a newer one. */
  readonly onTokenExpiring?: (() => void) | undefined;
}

export interface EmbedHttp {
  readonly http: HttpClient;
  readonly authorization: Authorization & { dispose(): void };
  readonly fetch: typeof fetch;
  readonly clock: ClockPort;
  readonly serverClock: ServerClock;
}

/** What every client with an embed token needs: requests, and the server's clock, by which the token expires. */
export function createEmbedHttp({ baseUrl = '', locale = defaultLocale, token, onTokenExpiring, ...options }: EmbedHttpOptions): EmbedHttp {
  const clock = options.clock ?? systemClock;
  const serverClock = createServerClock(clock);
  const authorization = createEmbedAuthorization({ source: token, clock, serverClock, onExpiring: onTokenExpiring });
  const send: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));
  const transport = createTransport({
    baseUrl: resolveBaseUrl(baseUrl),
    fetch: send,
    locale: typeof locale === 'function' ? locale : () => locale,
    serverClock,
  });
  return { http: createHttpClient(transport, authorization), authorization, fetch: send, clock, serverClock };
}

import { defaultLocale } from '@watchpost/contract/kernel';
import { systemClock } from '@watchpost/contract/timing/clock';
import type { ClientOptions } from './client-core.ts';
import { createOwnApiKeyApi } from './features/api-keys/index.ts';
import type { OwnApiKeyApi } from './features/api-keys/index.ts';
import { createArchiveApi } from './features/archive/index.ts';
import type { ArchiveApi } from './features/archive/index.ts';
import { createCamerasReaderApi } from './features/cameras/index.ts';
import type { CamerasReaderApi } from './features/cameras/index.ts';
import { createEmbedTokensApi } from './features/embeds/index.ts';
import type { EmbedTokensApi } from './features/embeds/index.ts';
import { createEventsReaderApi } from './features/events/index.ts';
import type { EventsReaderApi } from './features/events/index.ts';
import { createWebhooksApi } from './features/webhooks/index.ts';
import type { WebhooksApi } from './features/webhooks/index.ts';
import { resolveBaseUrl } from './kernel/base-url.ts';
import type { HttpClient } from './kernel/http.ts';
import { createServerClock } from './kernel/timing/server-clock.ts';
import { withTimeouts } from './kernel/timing/timeouts.ts';
import { createTransport } from './kernel/transport.ts';

/** What a client of an API key needs: the server and the key. `locale` decides about the texts of errors. */
export interface ApiKeyClientOptions extends Pick<ClientOptions, 'clock' | 'fetch' | 'locale'> {
  /** The server's URL, `https://cameras.example`. */
  readonly baseUrl: string;
  /** The key's secret, `wp_live_…`. It belongs on a server, never in a page. */
  readonly apiKey: string;
}

/** What a partner's server can call with an API key; each call needs the scope of its feature. */
export interface ApiKeyClient {
  readonly apiKeys: OwnApiKeyApi;
  /** Scope `live`. */
  readonly cameras: CamerasReaderApi;
  /** Scope `archive`. */
  readonly archive: Omit<ArchiveApi, 'deleteFootage'>;
  /** Scope `events`. */
  readonly events: EventsReaderApi;
  /** Scope `embed-tokens`, and those that the token shall have. */
  readonly embeds: EmbedTokensApi;
  /** Scope `webhooks`. */
  readonly webhooks: WebhooksApi;
  /** For endpoints that have no method here yet. */
  readonly http: HttpClient;
}

/**
 * Creates a client for a partner's server (Node, Deno, workers), authorized by an API key instead of a session.
 * @throws {TypeError} for a `baseUrl` that is not an http(s) URL, and in a browser's page: a key in a page is everyone's key
 * @example
 * const client = createApiKeyClient({ baseUrl: 'https://cameras.example', apiKey: process.env['WATCHPOST_API_KEY'] ?? '' });
 * const { token } = await client.embeds.createToken({ cameraIds: [cameraId], origins: ['https://shop.example'] });
 */
export function createApiKeyClient({ baseUrl, apiKey, fetch: ownFetch, ...options }: ApiKeyClientOptions): ApiKeyClient {
  if ('document' in globalThis) throw new TypeError('An API key belongs on a server. A page gets an embed token: see createEmbedClient().');
  const clock = options.clock ?? systemClock;
  const { locale = defaultLocale } = options;
  const transport = withTimeouts(
    createTransport({
      baseUrl: resolveBaseUrl(baseUrl),
      fetch: ownFetch ?? ((input, init) => fetch(input, init)),
      locale: typeof locale === 'function' ? locale : () => locale,
      serverClock: createServerClock(clock),
    }),
    clock,
  );
  // A key can't be renewed: its 401 says what is wrong with it, and is the caller's to handle.
  const http: HttpClient = {
    baseUrl: transport.baseUrl,
    request: (target, { skipAuthorization, ...request } = {}) => transport.send(target, skipAuthorization ? null : apiKey, request),
  };
  const { deleteFootage: _, ...archive } = createArchiveApi(http, clock);
  return {
    apiKeys: createOwnApiKeyApi(http),
    cameras: createCamerasReaderApi(http),
    archive,
    events: createEventsReaderApi(http),
    embeds: createEmbedTokensApi(http),
    webhooks: createWebhooksApi(http),
    http,
  };
}

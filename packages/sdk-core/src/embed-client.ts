import { defaultLocale } from '@watchpost/contract/kernel';
import type { Client, ClientOptions } from './client.ts';
import { createArchiveViewerApi } from './features/archive/index.ts';
import type { ArchiveViewerApi } from './features/archive/index.ts';
import { createCamerasViewerApi } from './features/cameras/index.ts';
import type { CamerasViewerApi } from './features/cameras/index.ts';
import { createPlayerApi } from './features/player/index.ts';
import { resolveBaseUrl } from './kernel/base-url.ts';
import { createEmbedAuthorization } from './kernel/embed-authorization.ts';
import { createHttpClient } from './kernel/http.ts';
import { systemClock } from './kernel/system-clock.ts';
import { createTransport } from './kernel/transport.ts';

/** The part of a client that shows cameras. Every Client is one. */
export interface ViewerClient extends Pick<Client, 'player' | 'dispose'> {
  readonly cameras: CamerasViewerApi;
  readonly archive: ArchiveViewerApi;
}

export interface EmbedClientOptions extends Pick<ClientOptions, 'baseUrl' | 'clock' | 'fetch' | 'webSocket' | 'locale' | 'network' | 'random'> {
  readonly token: string | (() => Promise<string>);
}

/**
 * A client for an embed token alone. It has no session, and its code is 4 KB smaller for it: that is what a partner's page loads.
 * @example const client = createEmbedClient({ baseUrl: 'https://cameras.example', token: () => fetchTokenFromMyBackend() });
 */
export function createEmbedClient(options: EmbedClientOptions): ViewerClient {
  const clock = options.clock ?? systemClock;
  const { locale = defaultLocale } = options;
  const authorization = createEmbedAuthorization(options.token, clock);
  const send: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));
  const transport = createTransport({
    baseUrl: resolveBaseUrl(options.baseUrl ?? ''),
    fetch: send,
    locale: typeof locale === 'function' ? locale : () => locale,
  });
  const http = createHttpClient(transport, authorization);
  const player = createPlayerApi({
    http,
    authorization,
    fetch: send,
    clock,
    network: options.network ?? null,
    random: options.random ?? Math.random,
    webSocket: options.webSocket ?? ((url, protocols) => new WebSocket(url, protocols)),
  });
  return { cameras: createCamerasViewerApi(http), player, archive: createArchiveViewerApi(http), dispose: () => player.dispose() };
}

import type { ClientOptions } from './client-core.ts';
import type { Client } from './client.ts';
import { createEmbedHttp } from './embed-http.ts';
import type { EmbedHttpOptions } from './embed-http.ts';
import { createArchiveViewerApi } from './features/archive/index.ts';
import type { ArchiveViewerApi } from './features/archive/index.ts';
import { createCamerasViewerApi } from './features/cameras/index.ts';
import type { CamerasViewerApi } from './features/cameras/index.ts';
import { createPlayerApi } from './features/player/index.ts';
import { createQualityViewerApi } from './features/quality/index.ts';
import type { QualityViewerApi } from './features/quality/index.ts';

/** The part of a client that shows cameras. Every Client has it. */
export interface ViewerClient extends Pick<Client, 'player' | 'dispose'> {
  /** Known cameras, by their ids: an embed token opens no list. */
  readonly cameras: CamerasViewerApi;
  /** Recordings, as far as the token opens them. */
  readonly archive: ArchiveViewerApi;
  /** Reports how well a view went. */
  readonly quality: QualityViewerApi;
}

/** What a client of an embed token needs: the server, the token or where tokens come from, and what a test replaces. */
export interface EmbedClientOptions extends EmbedHttpOptions, Pick<ClientOptions, 'webSocket' | 'network' | 'random'> {}

/**
 * Creates a client for a partner's page, on any origin that its embed token names. It has no session and only what shows cameras: less than
 * half the code of createClient.
 * @throws {TypeError} for a `baseUrl` that is not an http(s) URL
 * @example
 * const client = createEmbedClient({ baseUrl: 'https://cameras.example', token: () => fetchTokenFromMyBackend() });
 * const stop = client.player.live().subscribe({ cameraId }, { onMedia: (media) => append(media.payload) });
 */
export function createEmbedClient(options: EmbedClientOptions): ViewerClient {
  const { http, ...parts } = createEmbedHttp(options);
  const player = createPlayerApi({
    http,
    ...parts,
    network: options.network ?? null,
    random: options.random ?? Math.random,
    webSocket: options.webSocket,
  });
  function dispose(): void {
    parts.authorization.dispose();
    player.dispose();
  }
  return {
    cameras: createCamerasViewerApi(http),
    player,
    archive: createArchiveViewerApi(http),
    quality: createQualityViewerApi(http),
    dispose,
  };
}

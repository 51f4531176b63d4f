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
  readonly cameras: CamerasViewerApi;
  readonly archive: ArchiveViewerApi;
  readonly quality: QualityViewerApi;
}

/** What a client of an embed token needs: the server, the token or where tokens come from, and what a test replaces. */
export interface EmbedClientOptions extends EmbedHttpOptions, Pick<ClientOptions, 'webSocket' | 'network' | 'random'> {}

/**
 * Creates a client that needs only an embed token. It has no session, which saves a partner's page 4 KB of code.
 * @example const client = createEmbedClient({ baseUrl: 'https://cameras.example', token: () => fetchTokenFromMyBackend() });
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

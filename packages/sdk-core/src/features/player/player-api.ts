import { livePlaylist, liveSocket } from '@watchpost/contract/endpoints/player';
import { fillPath } from '@watchpost/contract/kernel';
import type { Authorization, HttpClient } from '../../kernel/http.ts';
import { createLiveConnection } from './player-connection.ts';
import type { LiveConnectionOptions, OwnedLiveConnection } from './player-connection.ts';
import type { PlayerApi } from './player-types.ts';

export interface PlayerOptions extends Omit<LiveConnectionOptions, 'url' | 'authorization' | 'reach'> {
  readonly http: HttpClient;
  readonly fetch: typeof fetch;
  readonly authorization: Authorization;
}

export function createPlayerApi({ http, fetch, ...options }: PlayerOptions): PlayerApi & { dispose(): void } {
  let connection: OwnedLiveConnection | null = null;
  // Any answer suffices, so the request needs no permission on a page of another origin.
  const reach = (signal: AbortSignal): Promise<unknown> =>
    fetch(`${http.baseUrl}/healthz`, { mode: 'no-cors', cache: 'no-store', credentials: 'omit', signal });
  return {
    live: () => (connection ??= createLiveConnection({ ...options, reach, url: http.baseUrl.replace(/^http/, 'ws') + liveSocket.path })),
    // With a segment in the request, the first answer arrives with the first segment instead of the second.
    livePlaylistUrl: (id) => `${http.baseUrl}${fillPath(livePlaylist.path, { id })}?_HLS_msn=0`,
    async whep(id, offer, call) {
      const { startSession } = await import('./player-whep.ts');
      return startSession(http, id, offer, call);
    },
    async authorizationHeader() {
      const token = await options.authorization.token();
      return token === null ? null : `Bearer ${token}`;
    },
    dispose: () => connection?.dispose(),
  };
}

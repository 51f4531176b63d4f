import type { ServerConfig } from '../../kernel/config.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import { createClientAddress } from '../../kernel/network/client-address.ts';
import type { Hls } from '../../media/hls/hls.ts';
import { createLiveHls, type LiveHls } from './player-hls.ts';
import { registerPlayerRoutes, type PlayerDeps } from './player-routes.ts';

interface PlayerModuleDeps extends Omit<PlayerDeps, 'upgrades' | 'publicOrigin' | 'addressOf' | 'liveHls'> {
  readonly hls: Hls;
  readonly config: Pick<ServerConfig, 'publicOrigin' | 'trustedProxies'>;
}

export function createPlayerModule({ config, ...deps }: PlayerModuleDeps): ServerModule & { readonly liveHls: LiveHls } {
  const addressOf = createClientAddress(config.trustedProxies);
  const liveHls = createLiveHls(deps);
  return {
    name: 'player',
    liveHls,
    routes: (app, upgrades) => registerPlayerRoutes(app, { ...deps, liveHls, upgrades, publicOrigin: config.publicOrigin, addressOf }),
  };
}

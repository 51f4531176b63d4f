import { callEvery } from '@watchpost/contract/timing/clock';
import type { ServerConfig } from '../../kernel/config.ts';
import { inBackground } from '../../kernel/limits/database-wait.ts';
import type { Logger } from '../../kernel/log.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import { createPlausibleTime } from '../../media/retention/plausible-time.ts';
import { registerEmbedLinksRoutes } from './links/embeds-links-routes.ts';
import { createEmbedLinksService, type EmbedLinksServiceDeps } from './links/embeds-links-service.ts';
import { registerEmbedPageRoutes } from './links/embeds-page-routes.ts';
import { registerEmbedTokensRoutes } from './tokens/embeds-tokens-routes.ts';
import { createEmbedTokensService } from './tokens/embeds-tokens-service.ts';
import { publicUrlOf } from '../../kernel/network/base-path.ts';

interface EmbedsModuleDeps extends Omit<EmbedLinksServiceDeps, 'appOrigin'> {
  readonly config: Pick<ServerConfig, 'publicOrigin' | 'basePath'>;
  readonly log: Logger;
}

const pruneIntervalMs = 60_000;

/** Shows cameras on other pages: tokens for pages of partners, and links for people without a server. */
export function createEmbedsModule(deps: EmbedsModuleDeps): ServerModule {
  const { config, clock, log } = deps;
  const { publicOrigin } = config;
  let ownUrl = '';
  const appOrigin = (): string => publicUrlOf(config) ?? ownUrl;
  const tokens = createEmbedTokensService(deps);
  const links = createEmbedLinksService({ ...deps, appOrigin });
  // A clock that jumps must not delete anything early.
  const plausibleNow = createPlausibleTime(clock);
  const prune = async (): Promise<void> => {
    const now = plausibleNow();
    await tokens.prune(now);
    await links.prune(now);
  };
  let stop = (): void => undefined;
  return {
    name: 'embeds',
    routes: (app) => {
      registerEmbedTokensRoutes(app, { service: tokens });
      registerEmbedLinksRoutes(app, { service: links, clock, publicOrigin, basePath: config.basePath, appOrigin });
      registerEmbedPageRoutes(app, { service: links, appOrigin, basePath: config.basePath });
    },
    start: () => {
      const run = (): void =>
        void inBackground(prune).catch((error: unknown) => log.warn({ err: error }, 'Old embeds could not be deleted; retrying'));
      stop = callEvery(clock, pruneIntervalMs, run);
    },
    // Without a public origin, only this machine reaches the server.
    listening: (url) => void (ownUrl = url),
    stop: () => stop(),
  };
}

import { callEvery } from '@watchpost/contract/timing/clock';
import { inBackground } from '../../kernel/limits/database-wait.ts';
import type { Logger } from '../../kernel/log.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import type { ApiKeys } from '../../kernel/access/api-key.ts';
import { createPlausibleTime } from '../../media/retention/plausible-time.ts';
import { createApiKeyDirectory } from './api-keys-directory.ts';
import { registerApiKeysRoutes } from './api-keys-routes.ts';
import { createApiKeysService, type ApiKeysServiceDeps } from './api-keys-service.ts';
import { createApiKeyUsage } from './api-keys-usage.ts';

interface ApiKeysModule extends ServerModule {
  readonly apiKeys: ApiKeys;
}

interface ApiKeysModuleDeps extends Omit<ApiKeysServiceDeps, 'usage'> {
  readonly log: Logger;
}

const pruneIntervalMs = 3_600_000;

/** Keys by which partners' servers act for a customer. */
export function createApiKeysModule(deps: ApiKeysModuleDeps): ApiKeysModule {
  const { clock, log } = deps;
  const usage = createApiKeyUsage(deps);
  const service = createApiKeysService({ ...deps, usage });
  // A clock that jumps must not delete anything early.
  const plausibleNow = createPlausibleTime(clock);
  const prune = (): void =>
    void inBackground(() => service.prune(plausibleNow())).catch((error: unknown) =>
      log.warn({ err: error }, 'Old API keys could not be deleted; retrying'),
    );
  let stop = (): void => undefined;
  return {
    name: 'api keys',
    apiKeys: createApiKeyDirectory({ ...deps, usage }),
    routes: (app) => registerApiKeysRoutes(app, { service }),
    start: () => {
      usage.start();
      stop = callEvery(clock, pruneIntervalMs, prune);
    },
    stop: async () => {
      stop();
      await usage.close();
    },
  };
}

import type { ServerConfig } from '../../kernel/config.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import { createAccountDeletion, type AccountDeletionDeps } from './account-deletion.ts';
import { registerAccountRoutes } from './account-routes.ts';
import { createAccountService, type AccountServiceDeps } from './account-service.ts';
import { publicUrlOf } from '../../kernel/network/base-path.ts';

interface AccountModule extends ServerModule {
  /** Restores a deleted account at sign-in; false when its grace period is over. */
  readonly restoreCustomer: (customerId: string) => Promise<boolean>;
}

interface AccountModuleDeps extends Omit<AccountDeletionDeps, 'contact' | 'publicUrl'>, Omit<AccountServiceDeps, 'contact' | 'deletion'> {
  readonly config: Pick<ServerConfig, 'feedbackEmail' | 'publicOrigin' | 'basePath'>;
}

export function createAccountModule({ config, cameras, ...deps }: AccountModuleDeps): AccountModule {
  const contact = config.feedbackEmail;
  const deletion = createAccountDeletion({ ...deps, cameras, contact, publicUrl: publicUrlOf(config) });
  const service = createAccountService({ ...deps, deletion, contact });
  return {
    name: 'account',
    restoreCustomer: deletion.restore,
    routes: (app) => registerAccountRoutes(app, { service }),
    start: deletion.start,
    stop: deletion.close,
  };
}

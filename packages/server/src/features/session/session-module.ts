import type { ServerConfig } from '../../kernel/config.ts';
import type { Logger } from '../../kernel/log.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import { createDeviceAuthorizations } from './device-code/session-device-code-authorizations.ts';
import { registerDeviceCodeRoutes } from './device-code/session-device-code-routes.ts';
import { registerSessionRoutes } from './session-routes.ts';
import { createSessionService, type SessionService, type SessionServiceDeps } from './session-service.ts';
import { createSignUp } from './session-sign-up.ts';
import { publicUrlOf } from '../../kernel/network/base-path.ts';

interface SessionModule extends ServerModule {
  readonly sessions: SessionService;
}

interface SessionModuleDeps extends Omit<SessionServiceDeps, 'signUp' | 'contact'> {
  readonly config: Pick<ServerConfig, 'signUp' | 'operators' | 'feedbackEmail' | 'publicOrigin' | 'basePath'>;
  readonly log: Logger;
}

export function createSessionModule({ config, log, ...deps }: SessionModuleDeps): SessionModule {
  const signUp = createSignUp({
    db: deps.db,
    operators: config.operators,
    get settings() {
      return config.signUp;
    },
  });
  const sessions = createSessionService({ ...deps, signUp, contact: config.feedbackEmail });
  const authorizations = createDeviceAuthorizations(deps);
  const isSecure = config.publicOrigin?.startsWith('https:') ?? false;
  return {
    name: 'session',
    sessions,
    routes: (app) => {
      registerSessionRoutes(app, { service: sessions, tokens: deps.tokens, isSecure });
      registerDeviceCodeRoutes(app, { authorizations, service: sessions, log, publicUrl: publicUrlOf(config) });
    },
  };
}

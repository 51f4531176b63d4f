import type { ServerModule } from '../../kernel/module/server-module.ts';
import { registerPtzRoutes } from './ptz-routes.ts';
import { createPtzService, type PtzService, type PtzServiceDeps } from './ptz-service.ts';

interface PtzModule extends ServerModule {
  /** Steers cameras for programs, too. */
  readonly ptz: PtzService;
}

export function createPtzModule(deps: PtzServiceDeps): PtzModule {
  const service = createPtzService(deps);
  return {
    name: 'ptz',
    ptz: service,
    routes: (app) => registerPtzRoutes(app, { service }),
    stop: service.close,
    cameraHooks: {
      start: ({ id }) =>
        void service.start(id).catch((error: unknown) => deps.log.error({ err: error, cameraId: id }, 'The patrol did not start')),
      stop: service.stop,
    },
  };
}

import type { ServerModule } from '../../kernel/module/server-module.ts';
import { registerPtzRoutes } from './ptz-routes.ts';
import { createPtzService, type PtzServiceDeps } from './ptz-service.ts';

export function createPtzModule(deps: PtzServiceDeps): ServerModule {
  const service = createPtzService(deps);
  return {
    name: 'ptz',
    routes: (app) => registerPtzRoutes(app, { service }),
    stop: service.close,
    cameraHooks: {
      start: ({ id }) =>
        void service.start(id).catch((error: unknown) => deps.log.error({ err: error, cameraId: id }, 'The patrol did not start')),
      stop: service.stop,
    },
  };
}

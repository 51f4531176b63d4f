import type { ServerModule } from '../../kernel/module/server-module.ts';
import { registerVideoWallRoutes } from './video-wall-routes.ts';
import { createVideoWallService, type VideoWallDeps } from './video-wall-service.ts';

export function createVideoWallModule(deps: VideoWallDeps): ServerModule {
  const service = createVideoWallService(deps);
  return { name: 'video wall', routes: (app) => registerVideoWallRoutes(app, { service }) };
}

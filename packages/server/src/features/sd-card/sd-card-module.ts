import type { ServerModule } from '../../kernel/module/server-module.ts';
import { registerSdCardRoutes, type SdCardRoutesDeps } from './sd-card-routes.ts';
import { createSdCardService, type SdCardDeps, type SdCardService } from './sd-card-service.ts';
import { createSdCardVideos, type SdCardVideosDeps } from './sd-card-video.ts';

interface SdCardModule extends ServerModule {
  readonly onMotion: SdCardService['onMotion'];
}

export function createSdCardModule({
  uploads,
  cameras,
  access,
  watchAccess,
  viewings,
  ...deps
}: SdCardDeps &
  Pick<SdCardVideosDeps, 'uploads'> &
  Pick<SdCardRoutesDeps, 'cameras' | 'access' | 'watchAccess' | 'viewings'>): SdCardModule {
  const service = createSdCardService(deps);
  const videos = createSdCardVideos({ ...deps, uploads });
  return {
    name: 'sd card',
    onMotion: service.onMotion,
    routes: (app) => registerSdCardRoutes(app, { service, videos, cameras, access, watchAccess, viewings }),
    stop: service.close,
  };
}

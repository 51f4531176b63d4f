import type { ServerConfig } from '../../kernel/config.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import type { ReceivedStream } from './cameras-metrics.ts';
import { registerCamerasRoutes } from './cameras-routes.ts';
import { createCamerasService, type CamerasService, type CamerasServiceDeps } from './cameras-service.ts';

interface CamerasModule extends ServerModule {
  readonly cameras: CamerasService;
}

interface CamerasModuleDeps extends Omit<CamerasServiceDeps, 'archiveDays'> {
  readonly config: Pick<ServerConfig, 'archiveDays'>;
  /** Returns the main stream of a camera; null before its first connection. */
  readonly findStream: (cameraId: string) => ReceivedStream | null;
}

export function createCamerasModule({ config, findStream, ...deps }: CamerasModuleDeps): CamerasModule {
  const cameras = createCamerasService({
    ...deps,
    get archiveDays() {
      return config.archiveDays;
    },
  });
  return { name: 'cameras', cameras, routes: (app) => registerCamerasRoutes(app, { service: cameras, findStream }) };
}

import { join } from 'node:path';
import type { Db } from '../../db/database.ts';
import type { ServerConfig } from '../../kernel/config.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import { createFirmwareCatalogue } from './firmware-catalogue.ts';
import { registerFirmwareRoutes, type FirmwareRoutesDeps } from './firmware-routes.ts';
import { createFirmwareService, type FirmwareServiceDeps } from './firmware-service.ts';

interface FirmwareModuleDeps extends Omit<FirmwareServiceDeps, 'catalogue' | 'modelOf'>, Pick<FirmwareRoutesDeps, 'findAgent'> {
  readonly config: Pick<ServerConfig, 'dataDir'>;
  readonly db: Db;
}

export function createFirmwareModule({ config, db, findAgent, ...deps }: FirmwareModuleDeps): ServerModule {
  const service = createFirmwareService({
    ...deps,
    catalogue: createFirmwareCatalogue({ folder: join(config.dataDir, 'firmware'), log: deps.log }),
    modelOf: async (cameraId) =>
      (await db.selectFrom('cameras').select('model').where('id', '=', cameraId).executeTakeFirst())?.model ?? null,
  });
  return {
    name: 'firmware',
    routes: (app) => registerFirmwareRoutes(app, { service, findAgent }),
    stop: service.close,
    cameraHooks: { stop: service.forget },
  };
}

import type { ServerModule } from '../../kernel/module/server-module.ts';
import { registerLocationsRoutes } from './locations-routes.ts';
import { createLocationsService, type LocationsDeps, type LocationsService } from './locations-service.ts';

interface LocationsModule extends ServerModule {
  readonly locations: LocationsService;
}

export function createLocationsModule(deps: LocationsDeps): LocationsModule {
  const locations = createLocationsService(deps);
  return { name: 'locations', locations, routes: (app) => registerLocationsRoutes(app, { service: locations }) };
}

import type { Clock } from '@watchpost/contract/timing/clock';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import { createPresenceService, type PresenceService } from './locations-presence.ts';
import { registerPresenceRoutes } from './locations-presence-routes.ts';
import { registerLocationsRoutes } from './locations-routes.ts';
import { createLocationsService, type LocationsDeps, type LocationsService } from './locations-service.ts';

interface LocationsModule extends ServerModule {
  readonly locations: LocationsService;
  readonly presence: PresenceService;
}

export function createLocationsModule(deps: LocationsDeps & { readonly clock: Pick<Clock, 'now'> }): LocationsModule {
  const locations = createLocationsService(deps);
  const presence = createPresenceService(deps);
  return {
    name: 'locations',
    locations,
    presence,
    routes: (app) => {
      registerLocationsRoutes(app, { service: locations });
      registerPresenceRoutes(app, presence);
    },
  };
}

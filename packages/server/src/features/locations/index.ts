export { registerLocationsRoutes } from './locations-routes.ts';
export { createLocationsService } from './locations-service.ts';
export type { LocationsService } from './locations-service.ts';

export { registerPtzRoutes } from './ptz-routes.ts';
export { createPtzService } from './ptz-service.ts';
export type { PtzService } from './ptz-service.ts';

export { createSessionFamilies } from './session-families.ts';
export { bearerToken, createSessionGuard } from './session-guard.ts';
export type { SessionGuard } from './session-guard.ts';
export { registerSessionRoutes } from './session-routes.ts';
export type { SessionRoutesDeps } from './session-routes.ts';
export { createSessionService } from './session-service.ts';
export type { SessionService } from './session-service.ts';

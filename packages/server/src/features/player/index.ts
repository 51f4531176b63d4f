export { registerPlayerRoutes } from './player-routes.ts';
export type { PlayerDeps } from './player-routes.ts';

export { registerVideoWallRoutes } from './video-wall-routes.ts';
export { createVideoWallService } from './video-wall-service.ts';
export type { VideoWallService } from './video-wall-service.ts';

export { registerSdCardRoutes } from './sd-card-routes.ts';
export { createSdCardService } from './sd-card-service.ts';
export type { SdCardService } from './sd-card-service.ts';
export { createSdCardVideos } from './sd-card-video.ts';

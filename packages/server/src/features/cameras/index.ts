export { createCameraAccess } from './cameras-access.ts';
export type { AccessTokenReader, CameraAccessResolver } from './cameras-access.ts';
export { createCameraAudience } from './cameras-audience.ts';
export type { CameraAudience } from './cameras-audience.ts';
export type { CameraRow } from './cameras-repository.ts';
export { registerCamerasRoutes } from './cameras-routes.ts';
export { createCamerasService } from './cameras-service.ts';
export type { CamerasService, CamerasServiceDeps, CameraStatusProvider, NewCamera, PreviewProvider, StoredCamera, StoredSource } from './cameras-service.ts';
export type { CameraAccess } from '../../kernel/access.ts';

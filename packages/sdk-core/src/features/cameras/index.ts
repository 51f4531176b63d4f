export { createCamerasApi, createCamerasViewerApi } from './cameras-api.ts';
export { cameraCapabilities } from './cameras-capabilities.ts';
export type { CamerasApi, CameraSnapshot, CamerasViewerApi } from './cameras-api.ts';

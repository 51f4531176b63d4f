export { createCamerasApi, createCamerasViewerApi } from './cameras-api.ts';
export type { CamerasApi, CameraSnapshot, CamerasViewerApi } from './cameras-api.ts';

export { createCamerasApi, createCamerasViewerApi } from './cameras-api.ts';
export type { CamerasApi, CamerasViewerApi } from './cameras-api.ts';

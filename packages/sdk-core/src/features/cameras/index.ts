export { createCamerasApi, createCamerasReaderApi, createCamerasViewerApi } from './cameras-api.ts';
export { cameraCapabilities } from './cameras-capabilities.ts';
export type { CamerasApi, CamerasReaderApi, CameraSnapshot, CamerasViewerApi } from './cameras-api.ts';

export { createAddCameraApi } from './add-camera-api.ts';
export type { AddCameraApi, RtspCamera } from './add-camera-api.ts';

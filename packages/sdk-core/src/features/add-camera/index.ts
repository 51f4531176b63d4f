export { createAddCameraApi } from './add-camera-api.ts';
export type { AddCameraApi, OnvifCamera, RtspCamera } from './add-camera-api.ts';

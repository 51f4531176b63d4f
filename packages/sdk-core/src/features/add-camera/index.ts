export { createAddCameraApi } from './add-camera-api.ts';
export { modelTexts } from './add-camera-model-texts.ts';
export type { CameraModelTexts } from './add-camera-model-texts.ts';
export type { AddCameraApi, OnvifCamera, RegistrationOptions, RtspCamera } from './add-camera-api.ts';

export { CameraSettingsScreen } from './camera-settings-screen.tsx';
export { cameraSettingsTitle } from './camera-settings-texts.ts';

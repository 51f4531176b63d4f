export { CameraAboutScreen } from './about/cameras-about-screen.tsx';
export { CameraScreen } from './cameras-camera-screen.tsx';
export { CameraDock } from './camera/cameras-dock.tsx';
export { DashboardScreen } from './cameras-dashboard-screen.tsx';
export { useMoment } from './cameras-moment.ts';
export { cameraListQuery, useCamera } from './cameras-queries.ts';
export { CameraStage } from './cameras-stage.tsx';
export { RemoveDialog } from './actions/cameras-remove-dialog.tsx';

export { CameraScreen } from './cameras-camera-screen.tsx';
export { DashboardScreen } from './cameras-dashboard-screen.tsx';
export { cameraListQuery } from './cameras-queries.ts';

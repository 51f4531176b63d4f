export { AddCameraScreen } from './add-camera-screen.tsx';

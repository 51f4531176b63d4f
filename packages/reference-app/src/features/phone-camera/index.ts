export { PhoneLinkScreen } from './phone-camera-link-screen.tsx';
export { PhoneCameraScreen } from './phone-camera-screen.tsx';

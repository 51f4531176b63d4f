export { VideoWallScreen } from './video-wall-screen.tsx';

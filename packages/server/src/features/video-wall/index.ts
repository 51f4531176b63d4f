export { createVideoWallModule } from './video-wall-module.ts';

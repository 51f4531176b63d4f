export { createVideoWallApi } from './video-wall-api.ts';
export type { VideoWallApi } from './video-wall-api.ts';

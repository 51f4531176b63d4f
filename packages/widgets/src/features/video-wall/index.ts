export { VideoWall } from './video-wall.tsx';
export type { VideoWallProps } from './video-wall.tsx';
export type { VideoWallHandle } from './video-wall-handle.ts';

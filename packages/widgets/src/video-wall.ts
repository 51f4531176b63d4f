/** The video wall for React: a separate entry, so that a page with a single player does not load it. */
export { VideoWall } from './features/video-wall/index.ts';
export type { VideoWallHandle, VideoWallProps } from './features/video-wall/index.ts';

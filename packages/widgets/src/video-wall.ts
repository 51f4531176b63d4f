/** The video wall for React: an entry of its own, so that a page with a single player does not load it. */
export { VideoWall } from './features/video-wall/index.ts';
export type { VideoWallProps } from './features/video-wall/index.ts';

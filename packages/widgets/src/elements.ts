export { WatchpostCameraElement } from './features/player/player-element.ts';
export { WatchpostVideoWallElement } from './features/video-wall/video-wall-element.ts';

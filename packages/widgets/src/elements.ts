export { WatchpostCameraElement } from './features/player/player-element.ts';

export { playlistType } from './player-hls.ts';
export type { LiveHls } from './player-hls.ts';
export { createPlayerModule } from './player-module.ts';

export { createPlayerApi } from './player-api.ts';
export type { LiveConnection, LiveConnectionState, LiveHandlers, LiveState, LiveSubscription, LiveTracks, PlayerApi } from './player-types.ts';

export { createPlayerApi } from './player-api.ts';
export type {
  LiveAccess,
  LiveConnection,
  LiveConnectionState,
  LiveFlow,
  LiveHandlers,
  LiveState,
  LiveSubscription,
  LiveTracks,
  LiveWaiting,
  PlayerApi,
  Talk,
  TalkHandlers,
  WhepSession,
} from './player-types.ts';

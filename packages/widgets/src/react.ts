export { CameraPlayer, createPlayerController, Timeline, useWatchpost, WatchpostProvider } from './features/player/index.ts';
export type { CameraPlayerProps, PlayerController, PlayerControllerOptions, PlayerErrorCode, PlayerMode, PlayerState, QualityEvent, TimelineEvent, TimelineProps, WatchpostContext, WatchpostProviderProps } from './features/player/index.ts';

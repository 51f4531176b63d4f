export { CameraPlayer } from './player.tsx';
export type { CameraPlayerProps } from './player.tsx';
export type { CameraPlayerHandle } from './controls/player-handle.ts';
export type { Snapshot } from './controls/picture/snapshot.ts';
export type { TalkProblem, TalkState } from './controls/talk/talk-state.ts';
export type { ZoomView } from './controls/zoom/zoom-view.ts';
export { loadPlayerShortcuts } from './player-shortcuts.ts';
export type { PlayerAbilities, PlayerShortcut } from './controls/panels/player-shortcuts.ts';
export { useWatchpost } from './player-context.tsx';
export type { WatchpostContext } from './player-context.tsx';
export { WatchpostProvider } from './player-provider.tsx';
export type { WatchpostProviderProps } from './player-provider.tsx';
export { createPageAccess } from './player-page-access.ts';
export { stateNames } from './player-state-names.ts';
export type { PageAccess } from './player-page-access.ts';
export { createPlayerController } from './player-controller.ts';
export type {
  FramesChoice,
  PlayerAccess,
  PlayerController,
  PlayerControllerOptions,
  PlayerGap,
  PlayerStats,
  QualityChoice,
} from './player-controller.ts';
export { Timeline } from './player-timeline.tsx';
export { firstClip, maxClipMs, minClipMs } from './timeline/timeline-clip.ts';
export type { TimelineProps, TimelineRange } from './timeline/timeline.tsx';
export type { QualityEvent } from './engine/player-events.ts';
export type { TransportChoice, TransportName } from './engine/transport.ts';
export type { PlayerErrorCode, PlayerMode, PlayerState } from './engine/player-state.ts';
export type { TimelineActivity, TimelineEvent } from './timeline/timeline-layout.ts';
export type { TimeWindow } from './timeline/timeline-scale.ts';
export { createIdle } from './controls/idle.ts';
export { takeSnapshot } from './controls/picture/snapshot.ts';

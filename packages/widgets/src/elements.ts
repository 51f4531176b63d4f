export { WatchpostCameraElement } from './features/player/player-element.ts';
export type { GetToken, TokenContext, TokenProblem, TokenReason } from './element/page-tokens.ts';
export type { WatchpostEventMap } from './features/player/player-element.ts';
export { WatchpostSnapshotElement } from './features/player/player-snapshot-element.ts';
export { WatchpostTimelineElement } from './features/player/player-timeline-element.ts';
export { WatchpostVideoWallElement } from './features/video-wall/video-wall-element.ts';
export type { VideoWallHandle } from './features/video-wall/video-wall-element.ts';
export { WatchpostCheckoutElement } from './features/checkout/checkout-element.ts';
export { WatchpostShareElement } from './features/sharing/sharing-element.ts';

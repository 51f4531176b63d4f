import type { WatchpostErrorCode } from '@watchpost/sdk-core';

/** Whether a player shows now or a recorded moment. */
export type PlayerMode = 'live' | 'archive';
/** `page-policy`: the page's Content Security Policy forbids what the player needs. `browser-unsupported`: this browser has no transport that works. */
export type PlayerErrorCode = WatchpostErrorCode | 'media-error' | 'page-policy' | 'browser-unsupported';

/** The player's state. `since` is Unix milliseconds. */
export type PlayerState =
  /** `keyFrameWait`: frames arrive, but no key frame to start with; `interval` is the distance between the camera's key frames, ms, if known. */
  | { readonly kind: 'connecting'; readonly mode: PlayerMode; readonly keyFrameWait?: { readonly interval: number | null } }
  | { readonly kind: 'live' }
  | { readonly kind: 'archive' }
  | { readonly kind: 'paused'; readonly mode: PlayerMode }
  /** The browser starts video only after a press: nothing is loaded until then. */
  | { readonly kind: 'blocked'; readonly mode: PlayerMode }
  | { readonly kind: 'offline'; readonly since: number }
  /** `policy`: with `page-policy`, the directives that the page lacks, `media-src blob:`. */
  | { readonly kind: 'error'; readonly mode: PlayerMode; readonly code: PlayerErrorCode; readonly policy?: readonly string[] };

export type PlayerEvent =
  | { readonly type: 'load'; readonly mode: PlayerMode }
  /** A requested frame is on the screen. */
  | { readonly type: 'frame' }
  | { readonly type: 'stall' }
  | { readonly type: 'waiting'; readonly interval: number | null }
  | { readonly type: 'offline'; readonly since: number }
  | { readonly type: 'online' }
  | { readonly type: 'fail'; readonly code: PlayerErrorCode }
  | { readonly type: 'paused' | 'blocked' };

export function modeOf(state: PlayerState): PlayerMode {
  if (state.kind === 'archive') return 'archive';
  return 'mode' in state ? state.mode : 'live';
}

/** The picture stands until someone presses Play. */
export function isHeld({ kind }: PlayerState): boolean {
  return kind === 'paused' || kind === 'blocked';
}

/** The state machine of the player. An event that changes nothing returns the same object. */
export function reducePlayer(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    case 'load':
      return { kind: 'connecting', mode: event.mode };
    case 'frame':
      if (state.kind === 'connecting') return state.mode === 'live' ? { kind: 'live' } : { kind: 'archive' };
      // A frame is better evidence than the last message about the camera.
      return state.kind === 'offline' ? { kind: 'live' } : state;
    case 'stall':
      return state.kind === 'live' || state.kind === 'archive' ? { kind: 'connecting', mode: modeOf(state) } : state;
    case 'waiting':
      // Frames that arrive are better evidence than the last message about the camera.
      if (state.kind !== 'offline' && (state.kind !== 'connecting' || state.mode !== 'live')) return state;
      if (state.kind === 'connecting' && state.keyFrameWait?.interval === event.interval) return state;
      return { kind: 'connecting', mode: 'live', keyFrameWait: { interval: event.interval } };
    case 'offline':
      // Recordings can be watched, and a paused picture stays, whatever the camera does.
      if (modeOf(state) === 'archive' || isHeld(state) || (state.kind === 'offline' && state.since === event.since)) return state;
      return { kind: 'offline', since: event.since };
    case 'online':
      return state.kind === 'offline' ? { kind: 'connecting', mode: 'live' } : state;
    case 'fail':
      return { kind: 'error', mode: modeOf(state), code: event.code };
    case 'paused':
    case 'blocked':
      return state.kind === 'offline' || state.kind === 'error' || state.kind === event.type
        ? state
        : { kind: event.type, mode: modeOf(state) };
  }
}

import type { PlayerErrorCode, PlayerMode } from './player-state.ts';

/** What a transport tells the player. */
export interface TransportListener {
  onOnline(): void;
  /** @param since Unix milliseconds */
  onOffline(since: number): void;
  /** The picture stands still. */
  onStall(): void;
  /** `fatal`: another try can't help. */
  onFail(code: PlayerErrorCode, fatal: boolean): void;
  onAudio(hasAudio: boolean): void;
  /** Playback goes on behind a part without footage, Unix milliseconds. */
  onGap?(from: number, to: number): void;
  /** A recording has been played up to now. */
  onCaughtUp?(): void;
}

/** Brings one camera's pictures into one video element. It ends for good with `stop`. */
export interface Transport {
  readonly mode: PlayerMode;
  readonly name: 'websocket' | 'hls' | 'archive';
  start(): void;
  stop(): void;
  /** Wall clock of the picture on the screen, Unix milliseconds; null before the first. */
  position(): number | null;
  /** Archive only: shows another moment with what is there already. */
  seek?(time: number): void;
}

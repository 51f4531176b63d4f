import type { Signal } from '@preact/signals-core';
import type { Camera, ClockPort, Footage } from '@watchpost/sdk-core';
import type { PlayerController, PlayerControllerOptions, PlayerStats, QualityChoice } from '../player-controller-types.ts';
import type { QualityEvent } from './player-events.ts';
import type { PlayerErrorCode, PlayerEvent, PlayerMode, PlayerState } from './player-state.ts';
import type { LiveWants, Transport, TransportNews, TransportOptions } from './transport.ts';
import type { LiveTransportName, PlayerGap, TransportChoice, TransportName } from './transport-names.ts';

/** The player's state, writable: only the engine holds these. */
export interface PlayerSignals {
  readonly state: Signal<PlayerState>;
  readonly position: Signal<number | null>;
  readonly latency: Signal<number | null>;
  readonly muted: Signal<boolean>;
  readonly volume: Signal<number>;
  readonly hasAudio: Signal<boolean>;
  readonly fullscreen: Signal<boolean>;
  readonly camera: Signal<Camera | null>;
  readonly footage: Signal<Footage | null>;
  readonly hasArchive: Signal<boolean>;
  readonly quality: Signal<QualityChoice>;
  readonly shownQuality: Signal<'low' | 'high' | null>;
  readonly transport: Signal<TransportName | null>;
  readonly speed: Signal<number>;
  readonly gap: Signal<PlayerGap | null>;
  readonly canTalk: Signal<boolean>;
}

export type { LiveWants, TransportOptions } from './transport.ts';

/** The part of the player that the first live picture needs, as the parts see it that come later. */
export interface PlayerCore {
  readonly options: PlayerControllerOptions;
  readonly clock: ClockPort;
  readonly signals: PlayerSignals;
  /** Ends with the player. */
  readonly life: AbortSignal;
  readonly wants: LiveWants;
  /** How live video is brought now; null: not decided yet. */
  way: LiveTransportName | null;
  choice: TransportChoice;
  /** The camera sends, as far as the server said. */
  isOnline: boolean;
  current(): Transport | null;
  /** The server's clock, Unix milliseconds. */
  now(): number;
  report(event: QualityEvent): void;
  dispatch(event: PlayerEvent): void;
  /** Makes a transport the one on the screen and starts it. `besides`: the one that is there goes on trying, and takes over if its picture comes. */
  adopt(make: (options: TransportOptions) => Transport, besides?: boolean): void;
  load(mode: PlayerMode, time: number): void;
  goLive(): void;
  /** Lets go of decoder and network; the picture stays. */
  close(): void;
  fail(code: PlayerErrorCode, fatal: boolean): void;
}

/** What comes after the first picture. */
export interface PlayerMore
  extends Pick<PlayerController, 'setVolume' | 'setSpeed' | 'step' | 'setQuality' | 'setTransport' | 'setFrames' | 'setActive' | 'toggleFullscreen' | 'loadFootage'> {
  /** Opens what the core can't open by itself. @param isWanted false once something else was asked for */
  open(mode: PlayerMode, time: number, isWanted: () => boolean): void;
  onNews(news: TransportNews): void;
  /** No picture, or one that stands still. */
  recover(): Promise<void>;
  /** A picture is on the screen. */
  settle(): void;
  stats(): PlayerStats;
  dispose(): void;
}

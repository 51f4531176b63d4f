import type { Signal } from '@preact/signals-core';
import type { Camera, ClockPort, Footage } from '@watchpost/sdk-core';
import type { PlayerAccess, PlayerController, PlayerControllerOptions, PlayerStats, QualityChoice } from '../player-controller-types.ts';
import type { QualityEvent } from './player-events.ts';
import type { PlayerErrorCode, PlayerEvent, PlayerMode, PlayerState } from './player-state.ts';
import type { LiveWants, Transport, TransportEvent, TransportOptions } from './transport.ts';
import type { LiveTransportName, PlayerGap, TransportChoice, TransportName } from './transport-names.ts';

/** The player's state, writable; only the engine has it. */
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
  readonly access: Signal<PlayerAccess | null>;
}

export type { LiveWants, TransportOptions } from './transport.ts';

/** An event of playback quality. `at`: the clock's monotonic time. */
export interface TimedQualityEvent {
  readonly event: QualityEvent;
  readonly at: number;
}

/** The part of the player that the first live picture needs, as the extensions see it. */
export interface PlayerCore {
  readonly options: PlayerControllerOptions;
  readonly clock: ClockPort;
  readonly signals: PlayerSignals;
  /** Aborted when the player is disposed. */
  readonly life: AbortSignal;
  readonly wants: LiveWants;
  /** When the player was created, by the clock's monotonic time. */
  readonly startedAt: number;
  /** Events until `onQualityEvent` is replaced. */
  readonly earlyEvents: readonly TimedQualityEvent[];
  onQualityEvent(event: TimedQualityEvent): void;
  /** Transport of live video; null while undecided. */
  liveTransport: LiveTransportName | null;
  choice: TransportChoice;
  /** The camera sends, according to the server. */
  isOnline: boolean;
  current(): Transport | null;
  /** The server's clock, Unix milliseconds. */
  now(): number;
  report(event: QualityEvent): void;
  dispatch(event: PlayerEvent): void;
  /**
   * Makes a transport the current one and starts it. `keepsTrying`: the current one keeps trying and takes over if its picture arrives first.
   * `waits`: the new one starts beside the current one, and becomes it with its first picture.
   */
  adopt(make: (options: TransportOptions) => Transport, keepsTrying?: boolean, waits?: boolean): void;
  load(mode: PlayerMode, time: number): void;
  goLive(): void;
  /** Releases decoder and network; the picture stays. */
  close(): void;
  fail(code: PlayerErrorCode, fatal: boolean): void;
}

/** The code that is loaded after the first picture. */
export interface PlayerExtensions extends Pick<
  PlayerController,
  | 'setVolume'
  | 'setSpeed'
  | 'step'
  | 'setQuality'
  | 'setTransport'
  | 'setFrames'
  | 'setActive'
  | 'setReport'
  | 'toggleFullscreen'
  | 'loadFootage'
  | 'pictureForWindow'
> {
  /** Opens what the core cannot open itself. @param isWanted false once something else was requested */
  open(mode: PlayerMode, time: number, isWanted: () => boolean): void;
  onEvent(event: TransportEvent): void;
  /** The picture is overdue or has stalled. */
  recover(): Promise<void>;
  /** A picture is on the screen. */
  settle(): void;
  stats(): PlayerStats;
  dispose(): void;
}

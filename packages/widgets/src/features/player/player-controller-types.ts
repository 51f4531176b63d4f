import type { ReadonlySignal } from '@preact/signals-core';
import type { Camera, ClockPort, Footage, ViewerClient } from '@watchpost/sdk-core';
import type { QualityEvent } from './engine/player-events.ts';
import type { PlayerState } from './engine/player-state.ts';
import type { PlayerGap, TransportChoice, TransportName } from './engine/transport-names.ts';

export type { PlayerGap } from './engine/transport-names.ts';

/** `auto`: by the size of the picture and what the network carries. */
export type QualityChoice = 'auto' | 'low' | 'high';
/** `key`: key frames only, a picture every second or two, for a crowded wall. */
export type FramesChoice = 'all' | 'key';

export interface PlayerControllerOptions {
  readonly client: ViewerClient;
  readonly cameraId: string;
  readonly video: HTMLVideoElement;
  /** Lies over the video and shows the last picture whenever the video has none. */
  readonly canvas: HTMLCanvasElement;
  /** What goes to full screen; its width is the size of the picture. */
  readonly stage: HTMLElement;
  /** Unix milliseconds, or live. */
  readonly time?: number | 'live';
  readonly muted?: boolean;
  readonly autoplay?: boolean;
  /** Default auto. */
  readonly quality?: QualityChoice;
  /** Default all. */
  readonly frames?: FramesChoice;
  /** Default auto: WebSocket first, the others as they are needed. */
  readonly transport?: TransportChoice;
  /**
   * Milliseconds that live video over WebSocket is behind what has arrived, at least; asked again and again. Default 0: as near as it plays evenly.
   * Many players on one page lose fewer frames with some.
   */
  readonly liveDelay?: () => number;
  readonly clock?: ClockPort;
  readonly random?: () => number;
  readonly onQuality?: (event: QualityEvent) => void;
}

/** How playback goes at this moment; null where it is not known. */
export interface PlayerStats {
  readonly transport: TransportName | null;
  /** RFC 6381, `avc1.4d401f`. */
  readonly codec: string | null;
  readonly width: number;
  readonly height: number;
  /** Frames a second that came. */
  readonly frameRate: number | null;
  /** Bits a second. */
  readonly bitrate: number | null;
  /** How late the live picture is, milliseconds. */
  readonly latency: number | null;
  /** What is ready to be played, milliseconds. */
  readonly buffer: number;
  readonly droppedFrames: number;
  readonly totalFrames: number;
  readonly quality: 'low' | 'high' | null;
  /** The server encodes it anew for this browser or this size. */
  readonly isTranscoded: boolean;
}

/** The player without a face: states as signals, and what a person can do. */
export interface PlayerController {
  readonly state: ReadonlySignal<PlayerState>;
  /** Wall clock of the picture, Unix milliseconds; null before the first. */
  readonly position: ReadonlySignal<number | null>;
  /** How late the live picture is, milliseconds. */
  readonly latency: ReadonlySignal<number | null>;
  readonly muted: ReadonlySignal<boolean>;
  /** 0 to 1. */
  readonly volume: ReadonlySignal<number>;
  readonly hasAudio: ReadonlySignal<boolean>;
  readonly fullscreen: ReadonlySignal<boolean>;
  readonly camera: ReadonlySignal<Camera | null>;
  readonly footage: ReadonlySignal<Footage | null>;
  readonly hasArchive: ReadonlySignal<boolean>;
  /** What was asked for. */
  readonly quality: ReadonlySignal<QualityChoice>;
  /** What is on the screen. */
  readonly shownQuality: ReadonlySignal<'low' | 'high' | null>;
  /** What brings the picture; null while nothing does. */
  readonly transport: ReadonlySignal<TransportName | null>;
  /** Of the archive; live is always 1. */
  readonly speed: ReadonlySignal<number>;
  /** The moment that was asked for has no recording: the player waits there; `play` goes on behind it. */
  readonly gap: ReadonlySignal<PlayerGap | null>;
  /** The camera has a speaker that this person may use now. */
  readonly canTalk: ReadonlySignal<boolean>;
  play(): void;
  pause(): void;
  toggle(): void;
  /** @param time Unix milliseconds; from now on: live */
  seek(time: number): void;
  goLive(): void;
  setMuted(muted: boolean): void;
  /** @param volume 0 to 1 */
  setVolume(volume: number): void;
  /** @param speed 0.25 to 16, any fraction: 1.02 nudges. Above 4 key frames only, without sound */
  setSpeed(speed: number): void;
  /** Pauses and shows the next frame, or the one before; from live it goes to the newest recorded ones. */
  step(direction: 1 | -1): void;
  setQuality(quality: QualityChoice): void;
  setTransport(choice: TransportChoice): void;
  setFrames(frames: FramesChoice): void;
  /** `false` lets go of decoder and network at once, the picture stays; `true` brings it back. For tiles that nobody sees. */
  setActive(active: boolean): void;
  toggleFullscreen(): void;
  loadFootage(from: number, to: number): void;
  /** A snapshot of how playback goes; cheap enough for once a second. */
  stats(): PlayerStats;
  /** What holds the current picture: for a snapshot, zoom or picture-in-picture. */
  picture(): HTMLVideoElement | HTMLCanvasElement;
  /** The server's clock, Unix milliseconds. */
  now(): number;
  dispose(): void;
}

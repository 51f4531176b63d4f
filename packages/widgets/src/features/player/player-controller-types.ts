import type { ReadonlySignal } from '@preact/signals-core';
import type { Camera, ClockPort, Footage, ViewerClient } from '@watchpost/sdk-core';
import type { QualityEvent } from './engine/player-events.ts';
import type { PlayerState } from './engine/player-state.ts';
import type { PlayerGap, TransportChoice, TransportName } from './engine/transport-names.ts';

export type { PlayerGap } from './engine/transport-names.ts';

/** `auto` chooses by the picture's size and by what the network carries. */
export type QualityChoice = 'auto' | 'low' | 'high';
/** `key`: key frames only, one picture every second or two; for a crowded wall. */
export type FramesChoice = 'all' | 'key';

/** What the controller of a player is made with: the client, the camera and the elements that it draws into. */
export interface PlayerControllerOptions {
  readonly client: ViewerClient;
  readonly cameraId: string;
  readonly video: HTMLVideoElement;
  /** Covers the video and shows the last picture while the video has none. */
  readonly canvas: HTMLCanvasElement;
  /** The element that goes full screen; its width is the picture's size. */
  readonly stage: HTMLElement;
  /** Unix milliseconds, or live. */
  readonly time?: number | 'live';
  readonly muted?: boolean;
  readonly autoplay?: boolean;
  /** Default: `auto`. */
  readonly quality?: QualityChoice;
  /** Default: `all`. */
  readonly frames?: FramesChoice;
  /** Default: `auto`, WebSocket first, then the others as needed. */
  readonly transport?: TransportChoice;
  /**
   * Minimum distance of live WebSocket video from the newest data, in milliseconds; called repeatedly. Default: 0, as close as it plays
   * smoothly. With many players on one page, some distance loses fewer frames.
   */
  readonly liveDelay?: () => number;
  readonly clock?: ClockPort;
  readonly random?: () => number;
  readonly onQuality?: (event: QualityEvent) => void;
  /** Default: null. See `setReport`. */
  readonly report?: string | null;
}

/** How playback is going right now; null where unknown. */
export interface PlayerStats {
  readonly transport: TransportName | null;
  /** RFC 6381, for example `avc1.4d401f`. */
  readonly codec: string | null;
  readonly width: number;
  readonly height: number;
  /** Frames received per second. */
  readonly frameRate: number | null;
  /** Bits per second. */
  readonly bitrate: number | null;
  /** Age of the live picture, milliseconds. */
  readonly latency: number | null;
  /** Media buffered ahead of the picture, milliseconds. */
  readonly buffer: number;
  readonly droppedFrames: number;
  readonly totalFrames: number;
  readonly quality: 'low' | 'high' | null;
  /** The server transcodes it for this browser or this size. */
  readonly isTranscoded: boolean;
}

/** When a viewer's access changes by itself, Unix milliseconds by the server's clock. */
export interface PlayerAccess {
  /** The end of the access, or of today's hours; null while it is closed. */
  readonly endsAt: number | null;
  /** When the hours begin again; null while it is open. */
  readonly opensAt: number | null;
}

/** A headless player: state as signals, and a method for every action. */
export interface PlayerController {
  /** What is shown, and why nothing is. */
  readonly state: ReadonlySignal<PlayerState>;
  /** Wall-clock time of the picture, Unix milliseconds; null before the first picture. */
  readonly position: ReadonlySignal<number | null>;
  /** Age of the live picture, milliseconds. */
  readonly latency: ReadonlySignal<number | null>;
  readonly muted: ReadonlySignal<boolean>;
  /** 0 to 1. */
  readonly volume: ReadonlySignal<number>;
  /** What plays has sound that this viewer can hear. */
  readonly hasAudio: ReadonlySignal<boolean>;
  readonly fullscreen: ReadonlySignal<boolean>;
  /** The camera as the server last described it; null before that. */
  readonly camera: ReadonlySignal<Camera | null>;
  /** What `loadFootage` has loaded; null before that. */
  readonly footage: ReadonlySignal<Footage | null>;
  /** The viewer can play recordings of this camera. */
  readonly hasArchive: ReadonlySignal<boolean>;
  /** The requested quality. */
  readonly quality: ReadonlySignal<QualityChoice>;
  /** The quality on the screen. */
  readonly shownQuality: ReadonlySignal<'low' | 'high' | null>;
  /** The transport that delivers the picture; null without a picture. */
  readonly transport: ReadonlySignal<TransportName | null>;
  /** Playback speed of recordings; live is always 1. */
  readonly speed: ReadonlySignal<number>;
  /** Set while the player waits at a requested moment without a recording; `play` continues after the gap. */
  readonly gap: ReadonlySignal<PlayerGap | null>;
  /** The camera has a speaker that this user may use now. */
  readonly canTalk: ReadonlySignal<boolean>;
  /** When this viewer's access ends or begins again; null without such limits, and until it is known. */
  readonly access: ReadonlySignal<PlayerAccess | null>;
  /** Continues. In the state `blocked`, call it in the user's press itself: browsers count only that. */
  play(): void;
  /** Stops the picture where it is; a paused live picture continues live. */
  pause(): void;
  /** Plays what is paused, and the other way round. */
  toggle(): void;
  /** @param time Unix milliseconds; a time in the future means live */
  seek(time: number): void;
  /** Returns to the live picture. */
  goLive(): void;
  setMuted(muted: boolean): void;
  /** @param volume 0 to 1 */
  setVolume(volume: number): void;
  /** @param speed 0.25 to 16, fractions included. Above 4, key frames only and no sound */
  setSpeed(speed: number): void;
  /** Pauses and shows the next or previous frame; from live it goes to the newest recorded frames. */
  step(direction: 1 | -1): void;
  setQuality(quality: QualityChoice): void;
  setTransport(choice: TransportChoice): void;
  setFrames(frames: FramesChoice): void;
  /** `false` releases decoder and network immediately and keeps the picture; `true` resumes. For tiles out of view. */
  setActive(active: boolean): void;
  /**
   * Reports playback quality once a minute and at the end: `server` to the product's server, an `https://` address as a beacon to it; null to
   * nobody. Failures are silent.
   */
  setReport(target: string | null): void;
  /** Call it in a user gesture, as browsers require. */
  toggleFullscreen(): void;
  /** Loads what is recorded in a range into `footage`. @param from Unix milliseconds. @param to Unix milliseconds, exclusive */
  loadFootage(from: number, to: number): void;
  /** A snapshot of playback statistics; cheap enough to call every second. */
  stats(): PlayerStats;
  /** The element that holds the current picture: for a snapshot or zoom. */
  picture(): HTMLVideoElement | HTMLCanvasElement;
  /**
   * The element for a picture-in-picture window, ready for it: where WebCodecs draws under `auto`, the video element has the picture again. Call
   * it in the user's press; browsers allow the window for a few seconds after one.
   */
  pictureForWindow(): Promise<HTMLVideoElement | HTMLCanvasElement>;
  /** The server's clock, Unix milliseconds. */
  now(): number;
  /** Ends playback and releases everything. */
  dispose(): void;
}

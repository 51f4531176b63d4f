import type { ClockPort, LiveMedia, LiveTracks, ViewerClient } from '@watchpost/sdk-core';
import type { BufferedRange } from './media/buffered-range.ts';
import type { MediaBuffer } from './media/media-buffer.ts';
import type { PlayerErrorCode, PlayerMode } from './player-state.ts';
import type { PlayerGap, TransportName } from './transport-names.ts';

export type { LiveTransportName, TransportChoice, TransportName } from './transport-names.ts';

/** Events that need code beyond the first picture's; times in Unix milliseconds. */
export type TransportEvent =
  /** This transport does not work here; the next one should try. `mayStillConnect`: it may still connect, so both may run side by side. */
  | { readonly type: 'unreachable'; readonly mayStillConnect: boolean }
  /** Nothing can be shown before the camera's next key frame. `interval`: between key frames, ms; null if unknown. */
  | { readonly type: 'waiting'; readonly interval: number | null }
  /** What the viewer may do, or must see over the picture, has changed. */
  | { readonly type: 'access' }
  /** The server dropped frames for this viewer. */
  | { readonly type: 'congestion' }
  /** Playback continues after a gap. */
  | { readonly type: 'gap'; readonly from: number; readonly to: number }
  /** The requested moment is in a gap: the transport waits there for the next `seek`. */
  | { readonly type: 'in-gap'; readonly gap: PlayerGap }
  /** Playback of a recording has reached the present. */
  | { readonly type: 'caught-up' };

/** What a transport reports to the player. */
export interface TransportListener {
  /** It is about to take over the picture: the current transport must release the video element now. */
  onTake(): void;
  /** The picture is about to begin again with other tracks; the last one must stay on the screen until then. */
  onRebuild(): void;
  /** A requested frame is on the screen; only from transports that draw it themselves. */
  onPicture(): void;
  onOnline(): void;
  /** @param since Unix milliseconds */
  onOffline(since: number): void;
  /** Playback has stalled. @param isFed pictures arrive all the same; only from transports that draw them themselves */
  onStall(isFed?: boolean): void;
  /** The browser starts video only after a press. */
  onBlocked(): void;
  /** @param fatal a retry cannot help */
  onFail(code: PlayerErrorCode, fatal: boolean): void;
  onAudio(hasAudio: boolean): void;
  /** The quality of the next picture. */
  onQuality(quality: 'low' | 'high'): void;
  onEvent(event: TransportEvent): void;
}

/** Statistics that only the transport knows; milliseconds, bits per second. */
interface TransportStats {
  readonly codec: string | null;
  readonly bitrate: number | null;
  readonly frameRate: number | null;
  readonly buffer: number;
  readonly isTranscoded: boolean;
  /** Only if the video element does not count them. */
  readonly frames?: { readonly total: number; readonly dropped: number };
}

/** The requested live stream. */
export interface LiveWants {
  quality: 'low' | 'high';
  frames: 'all' | 'key';
  /** False while muted: a picture never waits for sound that nobody hears. */
  audio: boolean;
}

/** Everything that a transport is created with. */
export interface TransportOptions {
  readonly client: ViewerClient;
  readonly cameraId: string;
  readonly video: HTMLVideoElement;
  readonly canvas: HTMLCanvasElement;
  readonly clock: ClockPort;
  readonly listener: TransportListener;
  readonly wants: Readonly<LiveWants>;
}

/** The part of the WebSocket transport that `LiveKeeper` works on. */
export interface LivePort {
  readonly options: TransportOptions;
  keeper: LiveKeeper | null;
  /** Null before the first picture. */
  buffer(): MediaBuffer | null;
  tracks(): LiveTracks | null;
  /** Starts the video, unless the browser has refused it: then only a press helps, which opens another transport. */
  play(): void;
  /** Requests the current group of pictures again, with the current settings. */
  refresh(): void;
}
export interface LiveKeeper {
  onFragment(media: LiveMedia): void;
  /** @param last the newest buffered range */
  onAppended(last: BufferedRange): void;
  stats(): TransportStats;
  stop(): void;
}

/** Delivers one camera's picture to the video element, or onto the canvas above it. `stop` is final. */
export interface Transport {
  readonly mode: PlayerMode;
  readonly name: TransportName;
  /** It draws onto the canvas; the video element stays empty. */
  readonly drawsItself?: boolean;
  start(): void;
  stop(): void;
  /** Wall-clock time of the picture on the screen, Unix milliseconds; null before the first picture. */
  position(): number | null;
  /** Null while nothing is known. */
  stats(): TransportStats | null;
  /** WebSocket only. */
  readonly port?: LivePort;
  /** Live: switches quality, to key frames only, or to sound, without interruption. */
  change?(wants: Readonly<LiveWants>): void;
  /** Archive only: shows another moment, reusing loaded media. */
  seek?(time: number): void;
  /** Archive only. */
  setSpeed?(speed: number): void;
  /** Archive only: shows the next or previous frame by the frames' own times. */
  step?(direction: 1 | -1): void;
  /** Archive only: keeps the loaded media and the picture. */
  pause?(): void;
  resume?(): void;
}

import type { ClockPort, LiveMedia, LiveTracks, ViewerClient } from '@watchpost/sdk-core';
import type { BufferedRange } from './media/buffered-range.ts';
import type { MediaBuffer } from './media/media-buffer.ts';
import type { PlayerErrorCode, PlayerMode } from './player-state.ts';
import type { PlayerGap, TransportName } from './transport-names.ts';

export type { LiveTransportName, TransportChoice, TransportName } from './transport-names.ts';

/** What needs more than the first picture's code to deal with; times in Unix milliseconds. */
export type TransportNews =
  /** This way does not work here: another one should try. `isSilent`: it may still come, so that both may run side by side. */
  | { readonly type: 'unreachable'; readonly isSilent: boolean }
  /** The server had to leave frames out for this viewer. */
  | { readonly type: 'congestion' }
  /** Playback goes on behind a part without footage. */
  | { readonly type: 'gap'; readonly from: number; readonly to: number }
  /** The moment asked for has no footage: the transport waits there for the next `seek`. */
  | { readonly type: 'in-gap'; readonly gap: PlayerGap }
  /** A recording has been played up to now. */
  | { readonly type: 'caught-up' };

/** What a transport tells the player. */
export interface TransportListener {
  /** It is about to take the picture over from a rival: whoever holds the video element must let go of it now. */
  onTake(): void;
  /** A frame of what was asked for is on the screen; only from transports that draw it themselves. */
  onPicture(): void;
  onOnline(): void;
  /** @param since Unix milliseconds */
  onOffline(since: number): void;
  /** The picture stands still. */
  onStall(): void;
  /** `fatal`: another try can't help. */
  onFail(code: PlayerErrorCode, fatal: boolean): void;
  onAudio(hasAudio: boolean): void;
  /** What is on its way to the screen. */
  onQuality(quality: 'low' | 'high'): void;
  onNews(news: TransportNews): void;
}

/** What only the transport knows of how playback goes; milliseconds, bits a second. */
export interface TransportStats {
  readonly codec: string | null;
  readonly bitrate: number | null;
  readonly frameRate: number | null;
  readonly buffer: number;
  readonly isTranscoded: boolean;
  /** Where the video element does not count them. */
  readonly frames?: { readonly total: number; readonly dropped: number };
}

/** What is asked of a live transport. */
export interface LiveWants {
  quality: 'low' | 'high';
  frames: 'all' | 'key';
}

/** What every transport is made of. */
export interface TransportOptions {
  readonly client: ViewerClient;
  readonly cameraId: string;
  readonly video: HTMLVideoElement;
  readonly canvas: HTMLCanvasElement;
  readonly clock: ClockPort;
  readonly listener: TransportListener;
  readonly wants: Readonly<LiveWants>;
}

/** What the keeper of live video in MediaSource needs of its transport. */
export interface LivePort {
  readonly options: TransportOptions;
  keeper: LiveKeeper | null;
  /** Null before the picture. */
  buffer(): MediaBuffer | null;
  tracks(): LiveTracks | null;
  /** Asks for the running group of pictures again, with what is wanted now. */
  refresh(): void;
}
export interface LiveKeeper {
  onFragment(media: LiveMedia): void;
  /** @param last the newest buffered range */
  onAppended(last: BufferedRange): void;
  stats(): TransportStats;
  stop(): void;
}

/** Brings one camera's pictures into one video element, or onto the canvas above it. It ends for good with `stop`. */
export interface Transport {
  readonly mode: PlayerMode;
  readonly name: TransportName;
  /** It draws onto the canvas; the video stays empty. */
  readonly drawsItself?: boolean;
  start(): void;
  stop(): void;
  /** Wall clock of the picture on the screen, Unix milliseconds; null before the first. */
  position(): number | null;
  /** Null while nothing is known. */
  stats(): TransportStats | null;
  /** WebSocket only. */
  readonly port?: LivePort;
  /** Live: another quality, or key frames only, without a break. */
  change?(wants: { readonly quality: 'low' | 'high'; readonly frames: 'all' | 'key' }): void;
  /** Archive only: shows another moment with what is there already. */
  seek?(time: number): void;
  /** Archive only. */
  setSpeed?(speed: number): void;
  /** Archive only: the next frame, or the one before, by the frames' own times. @returns false when it is not there */
  step?(direction: 1 | -1): void;
  /** Archive only: keeps what is loaded, and the picture. */
  pause?(): void;
  resume?(): void;
}

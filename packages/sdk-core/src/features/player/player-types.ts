import type { ReadonlySignal } from '@preact/signals-core';
import type { LiveMedia, LiveServerMessage, Quality } from '@watchpost/contract/protocols/live';
import type { CreateEmbedTokenAnswer, CreateEmbedTokenBody } from '@watchpost/contract/schemas/player';
import type { WatchpostError } from '../../kernel/errors.ts';
import type { CallOptions, Unsubscribe } from '../../kernel/ports.ts';

/** Codec and size; the init section comes next. */
export type LiveTracks = Extract<LiveServerMessage, { readonly type: 'tracks' }>;
export type LiveState = Extract<LiveServerMessage, { readonly type: 'state' }>;

export interface LiveSubscription {
  readonly cameraId: string;
  readonly quality?: Quality;
  readonly audio?: boolean;
  /** `key`: key frames only, without sound: a picture every second or two for a crowded wall. */
  readonly frames?: 'all' | 'key';
  /** This browser decodes HEVC; without it the server sends such a camera transcoded. */
  readonly hevc?: boolean;
}

/** A running subscription: called, it ends. */
export interface LiveFlow extends Unsubscribe {
  /**
   * Changes it without a break: the old flow goes on until the new `tracks`.
   * @example flow.update({ quality: 'high' });
   */
  update(change: Omit<Partial<LiveSubscription>, 'cameraId'>): void;
}

/** Somebody's speech on its way to a camera. */
export interface Talk {
  /** A piece of what MediaRecorder gives; pieces before the camera is ready are kept for a moment. */
  send(chunk: Uint8Array): void;
  /** Says no more. Calling it again does nothing. */
  end(): void;
}
export interface TalkHandlers {
  /** The camera listens. */
  onStart?(): void;
  /** It is over: by `end`, by the camera, or because the access ended. */
  onEnd?(): void;
  /** It did not come about: forbidden, camera-busy, camera-offline, unavailable. */
  onError?(error: WatchpostError): void;
}

/** A WebRTC session at the server. */
export interface WhepSession {
  /** The server's SDP, with all its candidates. */
  readonly answer: string;
  /** Ends it at the server too. */
  end(): void;
}

/** What a viewer of one camera is told. A listener that throws disturbs nobody else. */
export interface LiveHandlers {
  onTracks?(tracks: LiveTracks): void;
  onMedia?(media: LiveMedia): void;
  onState?(state: LiveState): void;
  /** Speech through the camera has begun or is over; see `talk`. */
  onTalk?(state: 'started' | 'ended'): void;
  /** Something is wrong with this camera or with the whole connection. What cannot heal (not found, no permission, signed out) is not tried again. */
  onError?(error: WatchpostError): void;
  /** The connection was lost and is being made again; the camera is subscribed again by itself. */
  onReconnecting?(): void;
}

/** `waiting`: until the next try · `stopped`: refused for good, until somebody subscribes again. */
export type LiveConnectionState = 'idle' | 'connecting' | 'open' | 'waiting' | 'stopped';

/** One WebSocket for all cameras of a client: opened by the first subscription, closed 5 s after the last. */
export interface LiveConnection {
  readonly state: ReadonlySignal<LiveConnectionState>;
  /**
   * Starts the flow of a camera's live video.
   * @example const stop = client.player.live().subscribe({ cameraId }, { onTracks: openBuffer, onMedia: (media) => append(media.payload) });
   */
  subscribe(subscription: LiveSubscription, handlers: LiveHandlers): LiveFlow;
  /**
   * Speaks through a camera over the same socket.
   * @param request `mimeType` of what is sent: `audio/webm;codecs=opus` or `audio/mp4;codecs=mp4a.40.2`
   * @example const talk = live.talk({ cameraId, mimeType: recorder.mimeType }, { onEnd: () => recorder.stop() });
   */
  talk(request: { readonly cameraId: string; readonly mimeType: string }, handlers: TalkHandlers): Talk;
  /** The server's wall clock, Unix milliseconds: `serverNow() - media.time` is how late a picture is. */
  serverNow(): number;
}

export interface PlayerApi {
  /** The client's one live connection. */
  live(): LiveConnection;
  /** Address of the low-latency HLS playlist; needs the authorization header. */
  livePlaylistUrl(cameraId: string): string;
  /**
   * Starts a WebRTC session (WHEP): the offer out, the answer back; all candidates are in the two.
   * @throws {WatchpostError} webrtc-impossible when the camera's video can't be sent so (B-frames)
   * @example const { answer, end } = await client.player.whep(cameraId, offer.sdp, { quality: 'high' });
   */
  whep(cameraId: string, offer: string, options?: CallOptions & { readonly quality?: 'low' | 'high' }): Promise<WhepSession>;
  /** `Bearer …` for loaders that send their own requests; null when nobody is signed in. */
  authorizationHeader(): Promise<string | null>;
  /**
   * A token for a partner's page: one camera, read-only, one origin, at most an hour.
   * @example const { token } = await client.player.createEmbedToken(cameraId, { origin: 'https://shop.example' });
   */
  createEmbedToken(cameraId: string, body: CreateEmbedTokenBody, options?: CallOptions): Promise<CreateEmbedTokenAnswer>;
}

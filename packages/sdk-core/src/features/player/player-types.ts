import type { ReadonlySignal } from '@preact/signals-core';
import type { LiveMedia, LiveServerMessage, Quality } from '@watchpost/contract/protocols/live';
import type { WatchpostError } from '../../kernel/errors.ts';
import type { CallOptions, Unsubscribe } from '../../kernel/ports.ts';

/** Codec and size; the init section follows. */
export type LiveTracks = Extract<LiveServerMessage, { readonly type: 'tracks' }>;
/** The camera's next key frame is pending: `interval` is the time between two, ms, if known. */
export type LiveWaiting = Extract<LiveServerMessage, { readonly type: 'waiting' }>;
/** What the viewer may do with the camera, or must see over it, has changed: read the camera again. */
export type LiveAccess = Extract<LiveServerMessage, { readonly type: 'access' }>;
/** The server’s word that a camera went offline or came back, with the time, Unix milliseconds. */
export type LiveState = Extract<LiveServerMessage, { readonly type: 'state' }>;

/** What a page wants of a camera’s live stream; it can be changed without a break. */
export interface LiveSubscription {
  readonly cameraId: string;
  /** `low` is the substream, `high` the main stream; `auto` by default, which follows what the network carries. */
  readonly quality?: Quality;
  /** False by default. Without the right to hear, there is none whatever it says. */
  readonly audio?: boolean;
  /** `key`: key frames only, without audio: a picture every second or two for a large video wall. */
  readonly frames?: 'all' | 'key';
  /** Whether this browser decodes HEVC; if not, the server transcodes such a camera. */
  readonly hevc?: boolean;
}

/** A running subscription; call it to unsubscribe. */
export interface LiveFlow extends Unsubscribe {
  /**
   * Changes the subscription without interruption: the old flow continues until the new `tracks`.
   * @example flow.update({ quality: 'high' });
   */
  update(change: Omit<Partial<LiveSubscription>, 'cameraId'>): void;
}

/** A user's speech on its way to a camera. */
export interface Talk {
  /** Sends a piece of MediaRecorder's output; pieces are buffered briefly until the camera is ready. */
  send(chunk: Uint8Array): void;
  /** Ends the speech. Further calls have no effect. */
  end(): void;
}
/** Callbacks for one speech. Exactly one of `onEnd` and `onError` ends it. */
export interface TalkHandlers {
  /** Called when the camera is ready. */
  onStart?(): void;
  /** Called when the speech is over: through `end`, by the camera, or because access ended. */
  onEnd?(): void;
  /** Called if the speech can't start: forbidden, camera-busy, camera-offline, unavailable. */
  onError?(error: WatchpostError): void;
}

/** A WebRTC session with the server. */
export interface WhepSession {
  /** The server's SDP, with all its candidates. */
  readonly answer: string;
  /** Ends the session, on the server too. */
  end(): void;
}

/** Callbacks for the viewer of one camera. One that throws doesn't affect others. */
export interface LiveHandlers {
  /** Codec and size of what follows: at first, and after each change. Open a source buffer with its `mimeType`. */
  onTracks?(tracks: LiveTracks): void;
  /** An init section, or a fragment with its time, Unix milliseconds: append its `payload`. */
  onMedia?(media: LiveMedia): void;
  /** The camera went offline or came back. */
  onState?(state: LiveState): void;
  /** Nothing can be shown before the camera's next key frame. Called every second until then. */
  onWaiting?(waiting: LiveWaiting): void;
  /** Access to the camera was changed while it is watched: request it again for what is allowed now. */
  onAccess?(access: LiveAccess): void;
  /** Speech through the camera has started or ended; see `talk`. */
  onTalk?(state: 'started' | 'ended'): void;
  /** An error of this camera or of the whole connection. Permanent ones (not found, no permission, signed out) are not retried. */
  onError?(error: WatchpostError): void;
  /** The connection was lost and is being restored; the camera is resubscribed automatically. */
  onReconnecting?(): void;
}

/** `waiting`: until the next attempt · `stopped`: refused permanently, until the next subscription. */
export type LiveConnectionState = 'idle' | 'connecting' | 'open' | 'waiting' | 'stopped';

/** One WebSocket for all cameras of a client: opened by the first subscription, closed 5 s after the last. */
export interface LiveConnection {
  /** The state of the socket; that of a camera comes by `onState`. */
  readonly state: ReadonlySignal<LiveConnectionState>;
  /**
   * Subscribes to a camera's live video.
   * @example const stop = client.player.live().subscribe({ cameraId }, { onTracks: openBuffer, onMedia: (media) => append(media.payload) });
   */
  subscribe(subscription: LiveSubscription, handlers: LiveHandlers): LiveFlow;
  /**
   * Speaks through a camera over the same socket. The camera needs a speaker, and the viewer the right to use it: its `canTalk`.
   * @param request `mimeType` of the audio: `audio/webm;codecs=opus` or `audio/mp4;codecs=mp4a.40.2`
   * @example const talk = live.talk({ cameraId, mimeType: recorder.mimeType }, { onEnd: () => recorder.stop() });
   */
  talk(request: { readonly cameraId: string; readonly mimeType: string }, handlers: TalkHandlers): Talk;
  /** Returns the server's clock, Unix milliseconds: `serverNow() - media.time` is a picture's latency. */
  serverNow(): number;
}

/** Live video of cameras, over the live protocol, HLS or WebRTC. */
export interface PlayerApi {
  /** Returns the client's live connection, the same for all callers. It opens with the first subscription. */
  live(): LiveConnection;
  /**
   * Returns the URL of the low-latency HLS playlist; requests need the authorization header.
   * @example hls.loadSource(client.player.livePlaylistUrl(cameraId));
   */
  livePlaylistUrl(cameraId: string): string;
  /**
   * Starts a WebRTC session (WHEP) from an offer; offer and answer contain all candidates.
   * @throws {WatchpostError} `webrtc-impossible` if the camera's video can't be sent over WebRTC (B-frames), `not-found`, `camera-offline`
   * @example const { answer, end } = await client.player.whep(cameraId, offer.sdp, { quality: 'high' });
   */
  whep(cameraId: string, offer: string, options?: CallOptions & { readonly quality?: 'low' | 'high' }): Promise<WhepSession>;
  /**
   * Returns `Bearer …` for loaders that send their own requests, valid for the next seconds; null without a session.
   * @example const authorization = await client.player.authorizationHeader();
   */
  authorizationHeader(): Promise<string | null>;
}

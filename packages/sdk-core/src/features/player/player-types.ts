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
}

/** What a viewer of one camera is told. A listener that throws disturbs nobody else. */
export interface LiveHandlers {
  onTracks?(tracks: LiveTracks): void;
  onMedia?(media: LiveMedia): void;
  onState?(state: LiveState): void;
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
  subscribe(subscription: LiveSubscription, handlers: LiveHandlers): Unsubscribe;
  /** The server's wall clock, Unix milliseconds: `serverNow() - media.time` is how late a picture is. */
  serverNow(): number;
}

export interface PlayerApi {
  /** The client's one live connection. */
  live(): LiveConnection;
  /** Address of the low-latency HLS playlist; needs the authorization header. */
  livePlaylistUrl(cameraId: string): string;
  /** `Bearer …` for loaders that send their own requests; null when nobody is signed in. */
  authorizationHeader(): Promise<string | null>;
  /**
   * A token for a partner's page: one camera, read-only, one origin, at most an hour.
   * @example const { token } = await client.player.createEmbedToken(cameraId, { origin: 'https://shop.example' });
   */
  createEmbedToken(cameraId: string, body: CreateEmbedTokenBody, options?: CallOptions): Promise<CreateEmbedTokenAnswer>;
}

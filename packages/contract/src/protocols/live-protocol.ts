/**
 * The live protocol: one WebSocket carries all cameras of a page, as fMP4 fragments for Media Source Extensions.
 * Control messages are JSON text; media is binary with a 12-byte header.
 *
 * Time: every fragment's decode time is Unix time (90 kHz for video), so `origin + currentTime` in a player
 * is the wall clock of the picture, live and recorded alike.
 */
import type { ErrorCode } from '../kernel/errors.ts';

export const liveSubprotocol = 'watchpost.live.v1';

export type Quality = 'auto' | 'low' | 'high';

export type LiveClientMessage =
  /** The first message, within 5 s; repeated with each new token. */
  | { readonly type: 'authorize'; readonly token: string }
  /**
   * `channel`: 0 to 65535, chosen by the client, unique on this socket. Subscribing again changes quality, audio or frames:
   * the old flow continues until the new `tracks`, so that the picture never stops.
   * `frames: 'key'`: key frames only, without audio. `hevc`: the browser decodes HEVC; otherwise, the server sends a transcoded stream.
   */
  | {
      readonly type: 'subscribe';
      readonly channel: number;
      readonly cameraId: string;
      readonly quality?: Quality;
      readonly audio?: boolean;
      readonly frames?: 'all' | 'key';
      readonly hevc?: boolean;
    }
  | { readonly type: 'unsubscribe'; readonly channel: number }
  /** Speaks through the camera of a subscribed channel; the audio follows as binary messages (`encodeTalk`). */
  | { readonly type: 'talk'; readonly channel: number; readonly mimeType: string }
  | { readonly type: 'talk-end'; readonly channel: number }
  | { readonly type: 'ping'; readonly id: number };

export type LiveServerMessage =
  /** `serverTime`: Unix milliseconds. */
  | { readonly type: 'authorized'; readonly serverTime: number }
  /** Precedes a channel's init section, at the start and whenever the tracks change. */
  | {
      readonly type: 'tracks';
      readonly channel: number;
      readonly mimeType: string;
      readonly width: number;
      readonly height: number;
      /** The camera sends sound that this viewer may hear, whether or not the subscription asks for it. */
      readonly hasAudio: boolean;
      readonly quality: 'low' | 'high';
      readonly isTranscoded: boolean;
    }
  /** `ended`: by the speaker, by the camera, or because access ended. Refusals are an `error` of the channel: forbidden, camera-busy, camera-offline. */
  | { readonly type: 'talk'; readonly channel: number; readonly state: 'started' | 'ended' }
  /** `since`: Unix milliseconds. */
  | {
      readonly type: 'state';
      readonly channel: number;
      readonly state: 'connecting' | 'online' | 'offline';
      readonly since: number;
      readonly reason: ErrorCode | null;
    }
  /**
   * Frames arrive, but none can be shown before the camera's next key frame. Repeated every second until the first `fragment`.
   * `interval`: time between the camera's key frames, ms; null while unknown.
   */
  | { readonly type: 'waiting'; readonly channel: number; readonly interval: number | null }
  /** What the viewer may do with the camera, or must see over it, has changed: read the camera again. */
  | { readonly type: 'access'; readonly channel: number }
  /** `channel` is null for an error of the whole socket, which closes next. */
  | { readonly type: 'error'; readonly channel: number | null; readonly error: { readonly code: ErrorCode; readonly message: string } }
  | { readonly type: 'pong'; readonly id: number; readonly serverTime: number };

export type LiveMediaKind = 'init' | 'fragment';

export interface LiveMedia {
  readonly kind: LiveMediaKind;
  /** The fragment starts with a key frame. */
  readonly keyFrame: boolean;
  /** Earlier fragments were dropped for this viewer, or the timeline jumped. */
  readonly discontinuity: boolean;
  readonly channel: number;
  /** Wall clock of the first frame, Unix milliseconds; 0 for an init section. */
  readonly time: number;
  readonly payload: Uint8Array;
}

export const liveHeaderBytes = 12;

/**
 * Puts the 12-byte header before a payload: kind (1 init, 2 fragment), flags, channel (u16), time (f64), big-endian.
 */
export function encodeLiveMedia(media: LiveMedia): Uint8Array {
  const message = new Uint8Array(liveHeaderBytes + media.payload.byteLength);
  const view = new DataView(message.buffer);
  view.setUint8(0, media.kind === 'init' ? 1 : 2);
  view.setUint8(1, (media.keyFrame ? 1 : 0) | (media.discontinuity ? 2 : 0));
  view.setUint16(2, media.channel);
  view.setFloat64(4, media.time);
  message.set(media.payload, liveHeaderBytes);
  return message;
}

/**
 * Decodes a binary message; the payload is a view, not a copy.
 * @throws {TypeError} when it is not a media message of this protocol
 */
export function decodeLiveMedia(message: ArrayBuffer): LiveMedia {
  if (message.byteLength < liveHeaderBytes) throw new TypeError('A live media message is at least 12 bytes long.');
  const view = new DataView(message);
  const kind = view.getUint8(0);
  if (kind !== 1 && kind !== 2) throw new TypeError(`Unknown kind of live media: ${kind}.`);
  const flags = view.getUint8(1);
  return {
    kind: kind === 1 ? 'init' : 'fragment',
    keyFrame: (flags & 1) !== 0,
    discontinuity: (flags & 2) !== 0,
    channel: view.getUint16(2),
    time: view.getFloat64(4),
    payload: new Uint8Array(message, liveHeaderBytes),
  };
}

// Few users ever speak: a page that only watches doesn't load this.
export { decodeTalk, encodeTalk } from './talk-protocol.ts';

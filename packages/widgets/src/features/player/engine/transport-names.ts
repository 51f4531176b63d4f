import type { GapReason } from '@watchpost/sdk-core';

/** `websocket`: fragments into MediaSource · `webcodecs`: the same, decoded onto a canvas · `webrtc`: WHEP · `hls`: low-latency HLS. */
export type LiveTransportName = 'websocket' | 'webcodecs' | 'webrtc' | 'hls';
/** What a player gets its video by. */
export type TransportName = LiveTransportName | 'archive';
/** A transport of live video, or `auto` for the first that works. */
export type TransportChoice = 'auto' | LiveTransportName;

/** A time range without a recording, Unix milliseconds, and the reason. */
export interface PlayerGap {
  readonly from: number;
  readonly to: number;
  readonly reason: GapReason;
}

import type { GapReason } from '@watchpost/sdk-core';

/** `websocket`: fragments into MediaSource · `webcodecs`: the same, decoded onto a canvas · `webrtc`: WHEP · `hls`: low-latency HLS. */
export type LiveTransportName = 'websocket' | 'webcodecs' | 'webrtc' | 'hls';
export type TransportName = LiveTransportName | 'archive';
export type TransportChoice = 'auto' | LiveTransportName;

/** A time range without a recording, Unix milliseconds, and the reason. */
export interface PlayerGap {
  readonly from: number;
  readonly to: number;
  readonly reason: GapReason;
}

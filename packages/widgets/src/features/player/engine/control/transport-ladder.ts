import type { LiveTransportName, TransportChoice } from '../transport.ts';

/** What the browser supports. */
export interface BrowserMedia {
  /** MediaSource, or ManagedMediaSource on iPhones. */
  readonly mediaSource: boolean;
  readonly webRtc: boolean;
  readonly videoDecoder: boolean;
  /** The video element plays HLS natively: only on pages of the server's own origin. */
  readonly nativeHls: boolean;
}

/**
 * The transports to try in order, best first. With MediaSource: WebSocket, then low-latency HLS, which passes every proxy, then WebRTC.
 * Without it WebCodecs wins: it only needs the socket. A transport chosen by the user goes first; the others still follow.
 */
export function transportLadder(choice: TransportChoice, has: BrowserMedia): LiveTransportName[] {
  const possible: Readonly<Record<LiveTransportName, boolean>> = {
    websocket: has.mediaSource,
    webcodecs: has.videoDecoder,
    webrtc: has.webRtc,
    hls: has.mediaSource || has.nativeHls,
  };
  const usual: LiveTransportName[] = has.mediaSource ? ['websocket', 'hls', 'webrtc'] : ['webcodecs', 'webrtc', 'hls'];
  const all = choice === 'auto' ? usual : [choice, ...usual.filter((name) => name !== choice)];
  return all.filter((name) => possible[name]);
}

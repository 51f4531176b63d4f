import type { LiveTransportName, TransportChoice } from '../transport.ts';

/** What this browser has. */
export interface BrowserMedia {
  /** MediaSource, or the managed one of iPhones. */
  readonly mediaSource: boolean;
  readonly webRtc: boolean;
  readonly videoDecoder: boolean;
  /** The video element plays HLS by itself. */
  readonly nativeHls: boolean;
}

/**
 * The ways to try in turn, best first. Where there is MediaSource: WebSocket, then low-latency HLS, which passes every proxy, then WebRTC.
 * Where there is none, WebCodecs wins: it needs no more than the socket. A way that a person chose goes first; the others still stand behind it.
 */
export function transportLadder(choice: TransportChoice, has: BrowserMedia): LiveTransportName[] {
  const possible: Readonly<Record<LiveTransportName, boolean>> = {
    websocket: has.mediaSource, webcodecs: has.videoDecoder, webrtc: has.webRtc, hls: has.mediaSource || has.nativeHls,
  };
  const usual: LiveTransportName[] = has.mediaSource ? ['websocket', 'hls', 'webrtc'] : ['webcodecs', 'webrtc', 'hls'];
  const all = choice === 'auto' ? usual : [choice, ...usual.filter((name) => name !== choice)];
  return all.filter((name) => possible[name]);
}

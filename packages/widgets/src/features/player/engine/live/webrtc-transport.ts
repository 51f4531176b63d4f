import type { TransportOptions } from '../player-core.ts';
import type { Transport } from '../transport.ts';

export function createWebRtcTransport({ listener }: TransportOptions): Transport {
  return {
    mode: 'live',
    name: 'webrtc',
    start: () => listener.onUnreachable(false),
    stop() {},
    position: () => null,
    stats: () => ({ codec: null, bitrate: null, frameRate: null, buffer: 0, isTranscoded: false }),
  };
}

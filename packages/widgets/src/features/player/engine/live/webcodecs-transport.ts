import type { TransportOptions } from '../player-core.ts';
import type { Transport } from '../transport.ts';

export function createWebCodecsTransport({ listener }: TransportOptions): Transport {
  return {
    mode: 'live',
    name: 'webcodecs',
    start: () => listener.onUnreachable(false),
    stop() {},
    position: () => null,
    stats: () => ({ codec: null, bitrate: null, frameRate: null, buffer: 0, isTranscoded: false }),
  };
}

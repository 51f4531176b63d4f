import type { TransportOptions } from '../player-core.ts';
import type { Transport } from '../transport.ts';

export function createNativeHlsTransport({ listener }: TransportOptions): Transport {
  return {
    mode: 'live',
    name: 'hls',
    start: () => listener.onUnreachable(false),
    stop() {},
    position: () => null,
    stats: () => ({ codec: null, bitrate: null, frameRate: null, buffer: 0, isTranscoded: false }),
  };
}

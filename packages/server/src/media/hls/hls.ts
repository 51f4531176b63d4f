import type { Clock } from '../../kernel/clock.ts';
import { isHevc } from '../media-types.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { createHlsPackager, type HlsPackager } from './hls-packager.ts';

/** Low-latency HLS of all cameras: a packager runs only while somebody asks. */
export interface Hls {
  /** The packager of a camera, with or without its sound; starts it. */
  open(cameraId: string, audio: boolean): HlsPackager;
  stop(cameraId: string): void;
  close(): void;
}

/** Without a request for so long a packager ends, ms. */
const idleTime = 30_000;

export function createHls({ streams, clock }: { streams: StreamRegistry; clock: Clock }): Hls {
  const running = new Map<string, { cameraId: string; packager: HlsPackager; askedAt: number }>();
  const end = (key: string): void => {
    running.get(key)?.packager.stop();
    running.delete(key);
  };
  const stopTimer = clock.every(idleTime / 3, () => {
    for (const [key, { askedAt }] of running) if (clock.monotonic() - askedAt > idleTime) end(key);
  });
  return {
    open: (cameraId, audio) => {
      // A playlist can't ask what its player decodes: HEVC cameras are played from their low stream, which is always H.264.
      const tracks = streams.get(cameraId)?.tracks;
      const quality = tracks && isHevc(tracks.video) ? 'low' : 'high';
      const key = `${cameraId} ${quality} ${audio ? 'with' : 'without'} audio`;
      const entry = running.get(key) ?? { cameraId, packager: createHlsPackager({ stream: streams.open(cameraId, quality), audio, clock }), askedAt: 0 };
      entry.askedAt = clock.monotonic();
      running.set(key, entry);
      return entry.packager;
    },
    stop: (cameraId) => {
      for (const [key, entry] of running) if (entry.cameraId === cameraId) end(key);
    },
    close: () => {
      stopTimer();
      for (const key of running.keys()) end(key);
    },
  };
}

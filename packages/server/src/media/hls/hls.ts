import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import { isHevc, type StreamQuality } from '../media-types.ts';
import { hasLongGroups } from '../stream/long-groups.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { createHlsPackager, type HlsPackager } from './hls-packager.ts';

/** Low-latency HLS of all cameras; a packager runs only while players request it. */
export interface Hls {
  /** Returns the packager of a camera, with or without audio; starts it on demand. */
  open(cameraId: string, audio: boolean): HlsPackager;
  stop(cameraId: string): void;
  close(): void;
}

/** A packager ends after this time without a request. */
const idleTimeoutMs = 30_000;

export function createHls({ streams, clock }: { streams: StreamRegistry; clock: Clock }): Hls {
  const running = new Map<string, { cameraId: string; packager: HlsPackager; requestedAt: number }>();
  const end = (key: string): void => {
    running.get(key)?.packager.stop();
    running.delete(key);
  };
  const stopTimer = callEvery(clock, idleTimeoutMs / 3, () => {
    for (const [key, { requestedAt }] of running) if (clock.monotonic() - requestedAt > idleTimeoutMs) end(key);
  });
  return {
    open: (cameraId, audio) => {
      const keyOf = (quality: StreamQuality): string => `${cameraId} ${quality} ${audio ? 'with' : 'without'} audio`;
      const main = streams.get(cameraId);
      // A playlist can't ask what its player decodes, so HEVC cameras are played from their substream, which is always H.264.
      // Playback starts with a complete segment, which starts with a key frame: if these are far apart, the substream starts
      // sooner.
      const isMainHevc = main?.tracks && isHevc(main.tracks.video);
      // Viewers of the main stream stay on it.
      const isPlayed = running.get(keyOf('high'))?.packager.hasSegments ?? false;
      const quality = isMainHevc || (main && hasLongGroups(main) && !isPlayed) ? 'low' : 'high';
      const key = keyOf(quality);
      const entry = running.get(key) ?? {
        cameraId,
        packager: createHlsPackager({ stream: streams.open(cameraId, quality), audio, clock }),
        requestedAt: 0,
      };
      entry.requestedAt = clock.monotonic();
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
